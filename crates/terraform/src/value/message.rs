//! Messages for failed conversions, as go-cty words them.

use super::unify::{Safety, converted_type};
use super::{Attributes, Type};

/// Returns why values of one type cannot be converted to another.
pub fn mismatch(got: &Type, want: &Type) -> String {
    let dynamic = |item: &Type| *item == Type::Dynamic;
    match (got, want) {
        (Type::Object(got), Type::Object(want)) => objects(got, want),
        (Type::Tuple(_), Type::List(item)) if dynamic(item) => {
            "all list elements must have the same type".to_owned()
        }
        (Type::Tuple(_), Type::Set(item)) if dynamic(item) => {
            "all set elements must have the same type".to_owned()
        }
        (Type::Object(_), Type::Map(item)) if dynamic(item) => {
            "all map elements must have the same type".to_owned()
        }
        (Type::Tuple(items), Type::List(item) | Type::Set(item)) => items
            .iter()
            .enumerate()
            .find(|(_, got)| converted_type(got, item, Safety::Unsafe).is_none())
            .map_or_else(
                || required(want),
                |(at, got)| format!("element {at}: {}", mismatch(got, item)),
            ),
        (Type::Object(got), Type::Map(item)) => got
            .types
            .iter()
            .find(|(_, got)| converted_type(got, item, Safety::Unsafe).is_none())
            .map_or_else(
                || required(want),
                |(name, got)| format!("element \"{name}\": {}", mismatch(got, item)),
            ),
        (Type::List(got) | Type::Set(got), Type::List(item)) => {
            format!("incorrect list element type: {}", mismatch(got, item))
        }
        (Type::List(got) | Type::Set(got), Type::Set(item)) => {
            format!("incorrect set element type: {}", mismatch(got, item))
        }
        (Type::Map(got), Type::Map(item)) => {
            format!("incorrect map element type: {}", mismatch(got, item))
        }
        _ => required(want),
    }
}

fn required(want: &Type) -> String {
    format!("{} required", want.required_name())
}

fn objects(got: &Attributes, want: &Attributes) -> String {
    let missing: Vec<String> = want
        .types
        .keys()
        .filter(|name| !got.types.contains_key(*name) && !want.optional.contains(*name))
        .map(|name| format!("\"{name}\""))
        .collect();
    match missing.as_slice() {
        [] => {}
        [one] => return format!("attribute {one} is required"),
        [one, other] => return format!("attributes {one} and {other} are required"),
        [most @ .., last] => {
            return format!("attributes {}, and {last} are required", most.join(", "));
        }
    }
    let mismatched = want.types.iter().find_map(|(name, want)| {
        let got = got.types.get(name)?;
        converted_type(got, want, Safety::Unsafe)
            .is_none()
            .then(|| (name, mismatch(got, want)))
    });
    match mismatched {
        Some((name, message)) => format!("attribute \"{name}\": {message}"),
        None => "incorrect object attributes".to_owned(),
    }
}
