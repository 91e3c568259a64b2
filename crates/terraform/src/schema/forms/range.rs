//! `var.x >= 1`.

use super::{Condition, Form, FormSet, OTHER, Translated};
use crate::schema::json::{Json, Object};
use crate::syntax::ast::Operator;
use crate::value::Type;

/// Translates bounds on a number.
pub static FORM: Form = Form {
    name: "range",
    set: FormSet::TerraSchema,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    if condition.subject.ty != Type::Number {
        return OTHER;
    }
    let Some((operator, bound)) = condition.compared() else {
        return OTHER;
    };
    let keyword = match operator {
        Operator::Less => "exclusiveMaximum",
        Operator::LessOrEqual => "maximum",
        Operator::Greater => "exclusiveMinimum",
        Operator::GreaterOrEqual => "minimum",
        _ => return OTHER,
    };
    match bound.number() {
        Some(bound) if !bound.is_infinite() => {
            Ok(Object::from([(keyword.to_owned(), Json::from(bound))]))
        }
        _ => OTHER,
    }
}
