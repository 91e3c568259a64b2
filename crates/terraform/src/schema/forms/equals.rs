//! `var.x == "a" || "b" == var.x`.

use super::{Condition, Form, FormSet, OTHER, Translated};
use crate::schema::json::{Json, Object};
use crate::syntax::ast::Operator;

/// Translates equality with one of several constants to `enum`.
pub static FORM: Form = Form {
    name: "equals",
    set: FormSet::TerraSchema,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let value = |expr| match condition.of(expr).compared() {
        Some((Operator::Equal, value)) => Some(Json::from(&value)),
        _ => None,
    };
    let values: Option<Vec<Json>> = condition
        .parts(Operator::Or)
        .into_iter()
        .map(value)
        .collect();
    values.map_or(OTHER, |values| {
        Ok(Object::from([("enum".to_owned(), Json::List(values))]))
    })
}
