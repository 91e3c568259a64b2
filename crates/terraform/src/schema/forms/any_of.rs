//! `a || b`, and `var.x == null || a`.

use super::{Condition, Form, FormSet, OTHER, Translated};
use crate::schema::json::{Json, Object};
use crate::syntax::ast::{Expr, Operator};

/// Translates alternatives to `anyOf`.
pub static FORM: Form = Form {
    name: "any of",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let parts = condition.parts(Operator::Or);
    if parts.len() < 2 {
        return OTHER;
    }
    let is_null = |part: &&Expr| match condition.of(part).compared() {
        Some((Operator::Equal, value)) => value.is_null(),
        _ => false,
    };
    let (nulls, others): (Vec<&Expr>, Vec<&Expr>) = parts.into_iter().partition(is_null);
    let mut branches = Vec::new();
    for part in others {
        branches.push(condition.of(part).translated()?);
    }
    if !nulls.is_empty() {
        branches.insert(0, Object::from([("type".to_owned(), Json::from("null"))]));
    }
    Ok(Object::from([(
        "anyOf".to_owned(),
        Json::List(branches.into_iter().map(Json::from).collect()),
    )]))
}
