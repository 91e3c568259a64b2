//! Shared code of collection functions.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::HashSet;
use std::ops::Range;

use num_bigint::BigInt;

use crate::function::INTEGER_REQUIRED;
use crate::functions::{Call, CallError, known_items};
use crate::number::Number;
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Type, Value, compare_in_set};

/// Returns the position of an item for `element`. The index wraps around.
pub fn wrapped(index: &Number, length: usize) -> Result<usize, Text> {
    if index.whole().is_none() {
        return Err(text!("invalid index: {}", INTEGER_REQUIRED));
    }
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let index = index
        .int()
        .ok_or_else(|| text!("invalid index: {}", INTEGER_REQUIRED))?;
    let at = index
        .checked_rem_euclid(length)
        .ok_or("cannot use element function with an empty list")?;
    Ok(usize::try_from(at).unwrap_or(0))
}

/// Returns why bounds for `slice` are wrong as far as they and the length are known.
pub fn wrong_bound(
    start: Option<&Number>,
    end: Option<&Number>,
    length: Option<usize>,
) -> Option<(usize, Text)> {
    let (zero, length) = (Number::of_count(0), length.unwrap_or(usize::MAX));
    let from = bounds(start.unwrap_or(&zero), start.unwrap_or(&zero), length).err();
    let to = end.and_then(|end| bounds(&zero, end, length).err());
    let both = start
        .zip(end)
        .and_then(|(start, end)| bounds(start, end, length).err());
    from.or(to).or(both)
}

/// Returns the range for `slice`. The error has the index of the invalid argument.
pub fn bounds(start: &Number, end: &Number, length: usize) -> Result<Range<usize>, (usize, Text)> {
    let whole = |number: &Number, at: usize| {
        number.int().ok_or_else(|| {
            let which = if at == 1 { "start" } else { "end" };
            (at, text!("invalid {} index: {}", which, INTEGER_REQUIRED))
        })
    };
    let (from, to) = (whole(start, 1)?, whole(end, 2)?);
    let Ok(from) = usize::try_from(from) else {
        return Err((1, "start index must not be less than zero".into()));
    };
    let too_far = |at: usize, which: &'static str| {
        (
            at,
            text!(
                "{} index must not be greater than the length of the list",
                which
            ),
        )
    };
    if from > length {
        return Err(too_far(1, "start"));
    }
    let Ok(to) = usize::try_from(to) else {
        return Err((2, "end index must not be less than zero".into()));
    };
    if to > length {
        return Err(too_far(2, "end"));
    }
    if from > to {
        return Err((1, "start index must not be greater than end index".into()));
    }
    Ok(from..to)
}

/// Removes duplicates and keeps the first occurrences.
pub fn distinct(items: &[Value]) -> Vec<Value> {
    let mut texts: HashSet<&str> = HashSet::new();
    let mut sorted: Vec<&Value> = Vec::new();
    let mut kept = Vec::new();
    for item in items {
        let new = match item.str() {
            Some(text) => texts.insert(text),
            None => match sorted.binary_search_by(|other| compare_in_set(other, item)) {
                Ok(_) => false,
                Err(at) => {
                    sorted.insert(at, item);
                    true
                }
            },
        };
        if new {
            kept.push(item.clone());
        }
    }
    kept
}

/// Returns the common type of set arguments.
pub fn set_type(arguments: &[Value]) -> Result<Type, Text> {
    let is_empty = |argument: &Value| known_items(argument).is_some_and(<[Value]>::is_empty);
    let types: Vec<Type> = arguments
        .iter()
        .map(|argument| {
            (
                argument,
                argument.ty().element().cloned().unwrap_or(Type::Dynamic),
            )
        })
        .filter(|(argument, ty)| *ty != Type::Dynamic || !is_empty(argument))
        .map(|(_, ty)| ty)
        .collect();
    let item = if types.is_empty() {
        Some(Type::Dynamic)
    } else {
        unify(&types, Safety::Unsafe)
    };
    item.map(Type::set)
        .ok_or_else(|| "given sets must all have compatible element types".into())
}

/// Returns the items of all set arguments, converted to the result type.
pub fn same_sets(call: &Call<'_>) -> Result<Vec<Vec<Value>>, CallError> {
    let mut sets = Vec::new();
    for argument in &call.arguments {
        let set = convert(argument, &call.result).map_err(CallError::Call)?;
        sets.push(known_items(&set).unwrap_or(&[]).to_vec());
    }
    Ok(sets)
}

/// Returns whether a set contains an item. The items must be sorted in set order.
pub fn has(set: &[Value], item: &Value) -> bool {
    set.binary_search_by(|other| compare_in_set(other, item))
        .is_ok()
}

/// Converts the first argument to a type, for `tostring` and the like.
pub fn converted(call: &Call<'_>, to: &Type) -> Result<Value, CallError> {
    let value = call.value(0)?;
    let converted = convert(value, to);
    if let Ok(converted) = &converted {
        call.budget.spend(converted.bytes_of_conversion(value))?;
    }
    if !value.is_known() && converted.is_ok() {
        // The functions of go-cty do not refine the type of what they do not know.
        return Ok(Value::unknown(to.clone()).marked(value.marks()));
    }
    converted.map_err(|_| {
        let from = value.ty();
        let message = match (&from, to) {
            (Type::String, Type::Bool) if !value.marks().has(crate::value::Marks::SENSITIVE) => text!("cannot convert {} to bool; only the strings \"true\" or \"false\" are allowed", Operand::Value(&super::go::quoted(value.str().unwrap_or("")))),
            (Type::String, Type::Number) if !value.marks().has(crate::value::Marks::SENSITIVE) => text!("cannot convert {} to number; given string must be a decimal representation of a number", Operand::Value(&super::go::quoted(value.str().unwrap_or("")))),
            (Type::String, Type::Bool) => {
                "cannot convert this sensitive string to bool; only the strings \"true\" or \"false\" are allowed".into()
            }
            (Type::String, Type::Number) => "cannot convert this sensitive string to number; given string must be a decimal representation of a number".into(),
            _ => text!("cannot convert {} to {}", Known(&from.name()), Known(&to.required_name())),
        };
        CallError::Argument(0, message)
    })
}

/// Parses an integer in a base up to 62. In bases above 36, lowercase letters come before uppercase letters.
pub fn whole_number(text: &str, base: u32) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || digits.len() > 4096 {
        return None;
    }
    let mut number = BigInt::ZERO;
    for c in digits.chars() {
        let digit = match c {
            '0'..='9' | 'a'..='z' => c.to_digit(36)?,
            'A'..='Z' if base <= 36 => c.to_digit(36)?,
            'A'..='Z' => c.to_digit(36)?.saturating_add(26),
            _ => return None,
        };
        if digit >= base {
            return None;
        }
        number = number * base + digit;
    }
    Number::of_big(if negative { -number } else { number }).ok()
}
