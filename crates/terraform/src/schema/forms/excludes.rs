//! `!contains(["a", "b"], var.x)` and `var.x != "a"`.

use super::contains::listed;
use super::{Condition, Form, FormSet, OTHER, Translated, bare};
use crate::schema::json::{Json, Object};
use crate::syntax::ast::{ExprKind, Operator};

/// Translates excluded constants to `not` with `enum`.
pub static FORM: Form = Form {
    name: "excludes",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let values = match (&bare(condition.expr).kind, condition.compared()) {
        (_, Some((Operator::NotEqual, value))) => Some(vec![Json::from(&value)]),
        (ExprKind::Not(inner), _) => listed(&condition.of(inner)),
        _ => None,
    };
    let Some(values) = values else { return OTHER };
    let listed = Object::from([("enum".to_owned(), Json::List(values))]);
    Ok(Object::from([("not".to_owned(), listed.into())]))
}
