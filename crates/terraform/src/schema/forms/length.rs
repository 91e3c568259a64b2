//! `length(var.x) < 10`.

use super::{Condition, Form, FormSet, OTHER, Translated, call, constant};
use crate::schema::json::Json;
use crate::syntax::ast::{Expr, Operator};
use crate::value::Type;

/// Translates bounds on the length of a string or the size of a collection.
pub static FORM: Form = Form {
    name: "length",
    set: FormSet::TerraSchema,
    translate,
};

/// The exclusive upper limit of a bound: larger integers are not exact as doubles.
const MOST: i64 = 1 << 53;

fn translate(condition: &Condition<'_>) -> Translated {
    let [least, most] = match &condition.subject.ty {
        Type::String => ["minLength", "maxLength"],
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => ["minItems", "maxItems"],
        Type::Map(_) | Type::Object(_) => ["minProperties", "maxProperties"],
        _ => return OTHER,
    };
    let is_length = |expr: &Expr| match call(expr, "length").map(|call| call.arguments.as_slice()) {
        Some([of]) => condition.subject.is(of),
        _ => false,
    };
    let Some((operator, _, bound)) = condition.comparison(is_length) else {
        return OTHER;
    };
    let Some(bound) = constant(bound)
        .and_then(|value| value.number()?.int())
        .filter(|bound| (0..MOST).contains(bound))
    else {
        return OTHER;
    };
    let bounds = match operator {
        Operator::Less => match bound.checked_sub(1).filter(|most| *most >= 0) {
            Some(bound) => vec![(most, bound)],
            None => return OTHER,
        },
        Operator::LessOrEqual => vec![(most, bound)],
        Operator::Greater => vec![(least, bound.saturating_add(1))],
        Operator::GreaterOrEqual => vec![(least, bound)],
        Operator::Equal => vec![(least, bound), (most, bound)],
        Operator::NotEqual if bound == 0 && condition.forms == FormSet::Extended => {
            vec![(least, 1)]
        }
        _ => return OTHER,
    };
    Ok(bounds
        .into_iter()
        .map(|(keyword, bound)| (keyword.to_owned(), Json::Number(bound.to_string())))
        .collect())
}
