//! Messages for failed conversions, as go-cty words them.

use super::unify::{Safety, converted_type};
use super::{Attributes, Type};
use cfn_warden_syntax::{Known, Operand, Text, text};

/// Returns why values of one type cannot be converted to another.
pub fn mismatch(got: &Type, want: &Type) -> Text {
    let dynamic = |item: &Type| *item == Type::Dynamic;
    match (got, want) {
        (Type::Object(got), Type::Object(want)) => objects(got, want),
        (Type::Tuple(_), Type::List(item)) if dynamic(item) => {
            "all list elements must have the same type".into()
        }
        (Type::Tuple(_), Type::Set(item)) if dynamic(item) => {
            "all set elements must have the same type".into()
        }
        (Type::Object(_), Type::Map(item)) if dynamic(item) => {
            "all map elements must have the same type".into()
        }
        (Type::Tuple(items), Type::List(item) | Type::Set(item)) => items
            .iter()
            .enumerate()
            .find(|(_, got)| converted_type(got, item, Safety::Unsafe).is_none())
            .map_or_else(
                || required(want),
                |(at, got)| text!("element {}: {}", at, mismatch(got, item)),
            ),
        (Type::Object(got), Type::Map(item)) => got
            .types
            .iter()
            .find(|(_, got)| converted_type(got, item, Safety::Unsafe).is_none())
            .map_or_else(
                || required(want),
                |(name, got)| {
                    text!(
                        "element \"{}\": {}",
                        Operand::Name(name),
                        mismatch(got, item)
                    )
                },
            ),
        (Type::List(got) | Type::Set(got), Type::List(item)) => {
            text!("incorrect list element type: {}", mismatch(got, item))
        }
        (Type::List(got) | Type::Set(got), Type::Set(item)) => {
            text!("incorrect set element type: {}", mismatch(got, item))
        }
        (Type::Map(got), Type::Map(item)) => {
            text!("incorrect map element type: {}", mismatch(got, item))
        }
        _ => required(want),
    }
}

fn required(want: &Type) -> Text {
    text!("{} required", Known(&want.required_name()))
}

fn objects(got: &Attributes, want: &Attributes) -> Text {
    let missing: Vec<Text> = want
        .types
        .keys()
        .filter(|name| !got.types.contains_key(*name) && !want.optional.contains(*name))
        .map(|name| text!("\"{}\"", Operand::Name(name)))
        .collect();
    match missing.as_slice() {
        [] => {}
        [one] => return text!("attribute {} is required", one),
        [one, other] => {
            return text!("attributes {} and {} are required", one, other);
        }
        [most @ .., last] => {
            return text!(
                "attributes {}, and {} are required",
                Text::join(most.to_vec(), ", "),
                last
            );
        }
    }
    let mismatched = want.types.iter().find_map(|(name, want)| {
        let got = got.types.get(name)?;
        converted_type(got, want, Safety::Unsafe)
            .is_none()
            .then(|| (name, mismatch(got, want)))
    });
    match mismatched {
        Some((name, message)) => text!("attribute \"{}\": {}", Operand::Name(name), message),
        None => "incorrect object attributes".into(),
    }
}
