//! Comparison of two values: equality with errors, equality without errors, and order.

use std::cmp::Ordering;

use super::outcome::{CompareContext, Incomparable, PairError};
use crate::eval::error::EvalError;
use crate::semantics::Change;
use crate::syntax::ast::Range;
use crate::value::{Entry, Kind, Map, Ref, Value};

/// Equality in clauses: regular expressions match substrings, ranges match contained values, and incompatible types are
/// an error.
pub fn equal<'e>(
    left: Ref<'_>,
    right: Ref<'_>,
    cx: CompareContext<'_>,
) -> Result<bool, PairError<'e>> {
    let mixed = cx.has(Change::MixedNumbers);
    match (left.kind, right.kind) {
        (Kind::Str(text), Kind::Regex(regex)) | (Kind::Regex(regex), Kind::Str(text)) => regex
            .is_match(text, cx.budget)
            .map_err(PairError::EvalError),
        (Kind::Str(one), Kind::Str(other)) => {
            cx.budget.charge_bytes(one.len().min(other.len()));
            Ok(one == other)
        }
        (Kind::Bool(one), Kind::Bool(other)) => Ok(one == other),
        (Kind::Regex(one), Kind::Regex(other)) => Ok(one.text() == other.text()),
        (Kind::Map(one), Kind::Map(other)) => all_equal(pairs_of_maps(one, other, cx), cx),
        (Kind::List(one), Kind::List(other)) => all_equal(
            (one.len() == other.len()).then(|| one.iter().zip(other).map(Some)),
            cx,
        ),
        (Kind::Int(int), Kind::IntRange(range)) => Ok(within(&int, range)),
        (Kind::Float(float), Kind::FloatRange(range)) => Ok(within(&float, range)),
        (Kind::Char(char), Kind::CharRange(range)) => Ok(within(&char, range)),
        (Kind::Int(int), Kind::FloatRange(range)) if mixed => {
            Ok(between(range, |end| int_to_float(int, end)))
        }
        (Kind::Float(float), Kind::IntRange(range)) if mixed => Ok(between(range, |end| {
            int_to_float(end, float).map(Ordering::reverse)
        })),
        _ => order(left, right, cx)
            .map(Ordering::is_eq)
            .map_err(PairError::Incomparable),
    }
}

/// Equality in lists and sets: incompatible values are different, and ranges are plain values. The only errors are
/// regular expressions that take too many steps, and exceeded limits.
pub fn same(left: Ref<'_>, right: Ref<'_>, cx: CompareContext<'_>) -> Result<bool, EvalError> {
    let ranges_are_values = cx.has(Change::RangesAsValues);
    Ok(match (left.kind, right.kind) {
        (Kind::Map(one), Kind::Map(other)) => all_same(pairs_of_maps(one, other, cx), cx)?,
        (Kind::List(one), Kind::List(other)) => all_same(
            (one.len() == other.len()).then(|| one.iter().zip(other).map(Some)),
            cx,
        )?,
        (Kind::Bool(one), Kind::Bool(other)) => one == other,
        (Kind::Str(text), Kind::Regex(regex)) | (Kind::Regex(regex), Kind::Str(text)) => {
            regex.is_match(text, cx.budget)?
        }
        (Kind::Regex(one), Kind::Regex(other)) => one.text() == other.text(),
        (Kind::IntRange(one), Kind::IntRange(other)) => ranges_are_values && one == other,
        (Kind::FloatRange(one), Kind::FloatRange(other)) => ranges_are_values && one == other,
        (Kind::CharRange(one), Kind::CharRange(other)) => ranges_are_values && one == other,
        (Kind::Int(int), Kind::IntRange(range)) => !ranges_are_values && within(&int, range),
        (Kind::Float(float), Kind::FloatRange(range)) => {
            !ranges_are_values && within(&float, range)
        }
        (Kind::Char(char), Kind::CharRange(range)) => !ranges_are_values && within(&char, range),
        _ => order(left, right, cx).is_ok_and(Ordering::is_eq),
    })
}

/// The order of numbers, strings, characters and nulls.
pub fn order<'e>(
    left: Ref<'_>,
    right: Ref<'_>,
    cx: CompareContext<'_>,
) -> Result<Ordering, Incomparable<'e>> {
    let mixed = cx.has(Change::MixedNumbers);
    let order = match (left.kind, right.kind) {
        (Kind::Null, Kind::Null) => Some(Ordering::Equal),
        (Kind::Int(one), Kind::Int(other)) => Some(one.cmp(&other)),
        (Kind::Str(one), Kind::Str(other)) => {
            cx.budget.charge_bytes(one.len().min(other.len()));
            Some(one.cmp(other))
        }
        (Kind::Char(one), Kind::Char(other)) => Some(one.cmp(&other)),
        (Kind::Float(one), Kind::Float(other)) => one.partial_cmp(&other),
        (Kind::Int(int), Kind::Float(float)) if mixed => int_to_float(int, float),
        (Kind::Float(float), Kind::Int(int)) if mixed => {
            int_to_float(int, float).map(Ordering::reverse)
        }
        _ => return Err(Incomparable::Kinds(left.type_name(), right.type_name())),
    };
    order.ok_or(Incomparable::Floats)
}

fn pairs_of_maps<'m>(
    one: &'m Map<'m>,
    other: &'m Map<'m>,
    cx: CompareContext<'m>,
) -> Option<impl Iterator<Item = Option<(&'m Value<'m>, &'m Value<'m>)>>> {
    let pair = move |entry: &'m Entry<'m>| {
        cx.budget.charge_bytes(entry.key.len());
        other
            .get(entry.key, entry.hash)
            .map(|value| (&entry.value, value))
    };
    (one.entries.len() == other.entries.len()).then(|| one.entries.iter().map(pair))
}

/// Whether all pairs are [`equal`]; stops at the first pair that differs, lacks a value, or is an error.
fn all_equal<'v, 'e>(
    pairs: Option<impl Iterator<Item = Option<(&'v Value<'v>, &'v Value<'v>)>>>,
    cx: CompareContext<'_>,
) -> Result<bool, PairError<'e>> {
    let Some(pairs) = pairs else { return Ok(false) };
    for pair in pairs {
        cx.budget.spend(1)?;
        let Some((one, other)) = pair else {
            return Ok(false);
        };
        if !equal(one, other, cx)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all pairs are the [`same`].
fn all_same<'v>(
    pairs: Option<impl Iterator<Item = Option<(&'v Value<'v>, &'v Value<'v>)>>>,
    cx: CompareContext<'_>,
) -> Result<bool, EvalError> {
    let Some(pairs) = pairs else { return Ok(false) };
    for pair in pairs {
        cx.budget.spend(1)?;
        let Some((one, other)) = pair else {
            return Ok(false);
        };
        if !same(one, other, cx)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn within<T: PartialOrd>(value: &T, range: &Range<T>) -> bool {
    let above = if range.with_lower {
        *value >= range.lower
    } else {
        *value > range.lower
    };
    let below = if range.with_upper {
        *value <= range.upper
    } else {
        *value < range.upper
    };
    above && below
}

/// Like [`within`], for values and ranges of different types; `against` orders the value relative to a bound.
fn between<T: Copy>(range: &Range<T>, against: impl Fn(T) -> Option<Ordering>) -> bool {
    let above = match against(range.lower) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => range.with_lower,
        _ => false,
    };
    let below = match against(range.upper) {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => range.with_upper,
        _ => false,
    };
    above && below
}

/// Compares exactly, even if the integer has no exact float; `None` for NaN.
fn int_to_float(int: i64, float: f64) -> Option<Ordering> {
    /// 2^63.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        return None;
    }
    if float >= LIMIT {
        return Some(Ordering::Less);
    }
    if float < -LIMIT {
        return Some(Ordering::Greater);
    }
    let floor = float.floor();
    // The checks above ensure that the float fits.
    let order = int.cmp(&(floor as i64));
    Some(if order.is_eq() && float > floor {
        Ordering::Less
    } else {
        order
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_floats_compare_exactly() {
        let big = 9_007_199_254_740_993;
        assert_eq!(
            int_to_float(big, 9_007_199_254_740_992.0),
            Some(Ordering::Greater)
        );
        assert_eq!(int_to_float(5, 5.0), Some(Ordering::Equal));
        assert_eq!(int_to_float(-6, -5.5), Some(Ordering::Less));
        assert_eq!(int_to_float(i64::MAX, f64::INFINITY), Some(Ordering::Less));
        assert_eq!(
            int_to_float(i64::MIN, -9_223_372_036_854_775_808.0),
            Some(Ordering::Equal)
        );
        assert_eq!(int_to_float(i64::MIN, -1e19), Some(Ordering::Greater));
        assert_eq!(int_to_float(0, f64::NAN), None);
    }
}
