//! Equality of values: true, false or unknown.

use super::{Bounds, Elements, Kind, Type, Value};

/// Returns the conjunction of results. The first one that is not true decides.
fn conjunction(results: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    for result in results {
        match result {
            Some(true) => {}
            other => return other,
        }
    }
    Some(true)
}

impl Value {
    /// Returns whether two values are equal; `None` if unknown. Ignores marks.
    pub fn equals(&self, other: &Value) -> Option<bool> {
        match (self.kind(), other.kind()) {
            (Kind::Unknown(..), Kind::Unknown(..)) => return None,
            (Kind::Unknown(..), _) => return unknown_equals(self, other),
            (_, Kind::Unknown(..)) => return unknown_equals(other, self),
            (Kind::Null(_), Kind::Null(_)) => return Some(true),
            (Kind::Null(_), _) | (_, Kind::Null(_)) => return Some(false),
            _ => {}
        }
        match (self.kind(), other.kind()) {
            (Kind::Bool(a), Kind::Bool(b)) => Some(a == b),
            (Kind::Number(a), Kind::Number(b)) => Some(a == b),
            (Kind::String(a), Kind::String(b)) => Some(a == b),
            (Kind::List(ta, a), Kind::List(tb, b)) if ta == tb => {
                if a.len() != b.len() {
                    return Some(false);
                }
                conjunction(a.iter().zip(b.iter()).map(|(a, b)| a.equals(b)))
            }
            (Kind::Set(ta, a), Kind::Set(tb, b)) if ta == tb => {
                if !self.is_wholly_known() || !other.is_wholly_known() {
                    return None;
                }
                Some(a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b)))
            }
            (Kind::Tuple(a), Kind::Tuple(b)) if self.ty() == other.ty() => {
                conjunction(a.iter().zip(b.iter()).map(|(a, b)| a.equals(b)))
            }
            (Kind::Map(ta, a), Kind::Map(tb, b)) if ta == tb => elements_equal(a, b),
            (Kind::Object(a), Kind::Object(b)) if self.ty() == other.ty() => elements_equal(a, b),
            _ if self.has_unknown_type() || other.has_unknown_type() => {
                let (a, b) = (self.ty(), other.ty());
                if conforms(&a, &b) || conforms(&b, &a) {
                    None
                } else {
                    Some(false)
                }
            }
            _ => Some(false),
        }
    }

    /// Returns whether two values are identical: same type, same value, and unknown in the same parts. Ignores marks.
    pub fn same(&self, other: &Value) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Unknown(a, x), Kind::Unknown(b, y)) => a == b && x.same(y),
            (Kind::Null(a), Kind::Null(b)) => a == b,
            (Kind::List(ta, a), Kind::List(tb, b)) | (Kind::Set(ta, a), Kind::Set(tb, b)) => {
                ta == tb && a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b))
            }
            (Kind::Tuple(a), Kind::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b))
            }
            (Kind::Map(ta, a), Kind::Map(tb, b)) => ta == tb && elements_same(a, b),
            (Kind::Object(a), Kind::Object(b)) => elements_same(a, b),
            (Kind::Bool(_) | Kind::Number(_) | Kind::String(_), _) => {
                self.equals(other) == Some(true)
            }
            _ => false,
        }
    }
}

fn elements_equal(a: &Elements, b: &Elements) -> Option<bool> {
    if a.len() != b.len() || !a.keys().eq(b.keys()) {
        return Some(false);
    }
    conjunction(a.values().zip(b.values()).map(|(a, b)| a.equals(b)))
}

pub fn elements_same(a: &Elements, b: &Elements) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b.iter())
            .all(|((ka, a), (kb, b))| ka == kb && a.same(b))
}

/// Compares an unknown value. Nulls of all types are equal; other values of different types are not.
fn unknown_equals(unknown: &Value, known: &Value) -> Option<bool> {
    let Kind::Unknown(ty, refinement) = unknown.kind() else {
        return None;
    };
    if known.is_null() {
        return refinement.not_null.then_some(false);
    }
    if let (Some(prefix), Some(text)) = (&refinement.prefix, known.str())
        && !text.starts_with(&**prefix)
    {
        return Some(false);
    }
    if !conforms(&known.ty(), ty) {
        return Some(false);
    }
    match refinement.bounds.as_deref() {
        Some(Bounds::Number(low, high)) => {
            let number = known.number()?;
            let outside = low.as_ref().is_some_and(|low| number < low)
                || high.as_ref().is_some_and(|high| number > high);
            outside.then_some(false)
        }
        Some(Bounds::Length(least, most)) => {
            let (shortest, longest) = known.length_range();
            (longest < *least || shortest > *most).then_some(false)
        }
        None => None,
    }
}

/// Returns whether a value of one type can have the other type, which may be unknown in parts.
fn conforms(given: &Type, wanted: &Type) -> bool {
    match (given, wanted) {
        (_, Type::Dynamic) => true,
        (Type::List(given), Type::List(wanted))
        | (Type::Set(given), Type::Set(wanted))
        | (Type::Map(given), Type::Map(wanted)) => conforms(given, wanted),
        (Type::Tuple(given), Type::Tuple(wanted)) => {
            given.len() == wanted.len()
                && given
                    .iter()
                    .zip(wanted.iter())
                    .all(|(given, wanted)| conforms(given, wanted))
        }
        (Type::Object(given), Type::Object(wanted)) => {
            given.types.len() == wanted.types.len()
                && wanted.types.iter().all(|(name, wanted)| {
                    given
                        .types
                        .get(name)
                        .is_some_and(|given| conforms(given, wanted))
                })
        }
        _ => given == wanted,
    }
}
