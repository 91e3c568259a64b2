//! `length(distinct(var.x)) == length(var.x)`.

use super::{Condition, Form, FormSet, OTHER, Translated, call};
use crate::schema::json::Object;
use crate::syntax::ast::{Expr, Operator};
use crate::value::Type;

/// Translates distinct items to `uniqueItems`.
pub static FORM: Form = Form {
    name: "unique",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let is_distinct = |expr: &Expr| {
        let of = argument_of(expr, "length")
            .and_then(|of| argument_of(of, "distinct").or_else(|| argument_of(of, "toset")));
        of.is_some_and(|of| condition.subject.is(of))
    };
    let is_all =
        |expr: &Expr| argument_of(expr, "length").is_some_and(|of| condition.subject.is(of));
    match condition.comparison(is_distinct) {
        Some((Operator::Equal, _, other))
            if is_all(other) && matches!(condition.subject.ty, Type::List(_)) =>
        {
            Ok(Object::from([("uniqueItems".to_owned(), true.into())]))
        }
        _ => OTHER,
    }
}

/// Returns the argument of a call with one argument.
fn argument_of<'e>(expr: &'e Expr, name: &str) -> Option<&'e Expr> {
    match call(expr, name)?.arguments.as_slice() {
        [of] => Some(of),
        _ => None,
    }
}
