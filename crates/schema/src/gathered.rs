//! Resolves `$data` and `$lookup`: keyword values that come from the object collected by `cfnGather`.

use super::context::Context;
use super::keyword as k;
use super::pack::Json;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::function_of;

/// The resolved value of a keyword.
#[derive(Debug, Clone, Copy)]
pub enum Data<'a> {
    /// The schema's own value.
    Literal,
    /// A value of the gathered object.
    Value(Node<'a>),
    /// An unknown value.
    Unknown,
    /// A value of a type that the keyword cannot use: the keyword is skipped.
    Unusable,
}

/// Resolves the value of a keyword: the schema's own value, or the one that it points to.
pub(super) fn resolve<'a>(cx: &Context<'a>, symbol: u32, value: Json<'a>) -> Data<'a> {
    let Some(root) = cx.gathered else {
        return Data::Literal;
    };
    let points = value.keyword(k::DATA).is_some() || value.keyword(k::LOOKUP).is_some();
    if !points || !takes_data(symbol) {
        return Data::Literal;
    }
    let Some(found) = target(root, value) else {
        return Data::Unknown;
    };
    // A function's value is unknown before deployment, except where functions are compared literally.
    if !cx.functions.is_empty() && function_of(found).is_some() {
        return Data::Unknown;
    }
    match symbol {
        k::MINIMUM | k::MAXIMUM | k::EXCLUSIVE_MINIMUM | k::EXCLUSIVE_MAXIMUM => number(found),
        k::PATTERN if found.as_str().is_none() => Data::Unusable,
        _ => Data::Value(found),
    }
}

fn takes_data(symbol: u32) -> bool {
    matches!(
        symbol,
        k::CONST
            | k::ENUM
            | k::PATTERN
            | k::MINIMUM
            | k::MAXIMUM
            | k::EXCLUSIVE_MINIMUM
            | k::EXCLUSIVE_MAXIMUM
    )
}

fn target<'a>(root: Node<'a>, value: Json<'a>) -> Option<Node<'a>> {
    if let Some(lookup) = value.keyword(k::LOOKUP) {
        let key = target(root, lookup.get("key")?)?;
        let text = lookup.get("map")?.get(key.as_str()?)?.as_str()?;
        return Some(Node {
            value: Value::Str(text),
            ..key
        });
    }
    let pointer = value.keyword(k::DATA)?.as_str()?.strip_prefix('/')?;
    pointer
        .trim_matches('/')
        .split('/')
        .try_fold(root, |at, part| match at.value {
            Value::List(items) => items.get(part.parse::<usize>().ok()?).copied(),
            _ => at.get(part),
        })
}

/// Converts a value like Python's `float`, to an integer if possible.
fn number(node: Node<'_>) -> Data<'_> {
    let number = match node.value {
        Value::Int(_) | Value::BigInt(_) => return Data::Value(node),
        Value::Float(number) => number,
        Value::Bool(is) => f64::from(u8::from(is)),
        Value::Str(text) => match python::float(text) {
            Some(number) => number,
            None => return Data::Unusable,
        },
        _ => return Data::Unusable,
    };
    let whole = number.fract() == 0.0 && number.abs() < 9e15;
    let value = if whole {
        Value::Int(number as i64)
    } else {
        Value::Float(number)
    };
    Data::Value(Node { value, ..node })
}
