//! `floor(var.x) == var.x` and `var.x % 1 == 0`.

use super::{Condition, Form, FormSet, OTHER, Translated, bare, call, constant};
use crate::schema::json::{Json, Object};
use crate::syntax::ast::{Expr, ExprKind, Operator};
use crate::value::Type;

/// Translates an integer condition to `multipleOf`.
pub static FORM: Form = Form {
    name: "whole number",
    set: FormSet::Extended,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let is_rounded = |expr: &Expr| {
        let of = call(expr, "floor")
            .or_else(|| call(expr, "ceil"))
            .map(|call| call.arguments.as_slice());
        matches!(of, Some([of]) if condition.subject.is(of))
    };
    let is_rest = |expr: &Expr| match &bare(expr).kind {
        ExprKind::Binary(Operator::Modulo, sides) => {
            let [number, unit] = &**sides;
            condition.subject.is(number) && is(unit, 1)
        }
        _ => false,
    };
    let whole = match (
        condition.comparison(is_rounded),
        condition.comparison(is_rest),
    ) {
        (Some((Operator::Equal, _, other)), _) => condition.subject.is(other),
        (_, Some((Operator::Equal, _, other))) => is(other, 0),
        _ => false,
    };
    if !whole || condition.subject.ty != Type::Number {
        return OTHER;
    }
    Ok(Object::from([("multipleOf".to_owned(), Json::count(1))]))
}

fn is(expr: &Expr, number: i64) -> bool {
    constant(expr).and_then(|value| value.number()?.int()) == Some(number)
}
