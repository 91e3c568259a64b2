//! Equality of values: true, false or unknown.

use super::{Elements, Kind, Type, Value};

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
            _ if self.ty().has_dynamic() || other.ty().has_dynamic() => {
                if std::mem::discriminant(self.kind()) == std::mem::discriminant(other.kind()) {
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
            (Kind::Tuple(a), Kind::Tuple(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b)),
            (Kind::Map(ta, a), Kind::Map(tb, b)) => ta == tb && elements_same(a, b),
            (Kind::Object(a), Kind::Object(b)) => elements_same(a, b),
            (Kind::Bool(_) | Kind::Number(_) | Kind::String(_), _) => self.equals(other) == Some(true),
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
    a.len() == b.len() && a.iter().zip(b.iter()).all(|((ka, a), (kb, b))| ka == kb && a.same(b))
}

/// Compares an unknown value. Nulls of all types are equal; other values of different types are not.
fn unknown_equals(unknown: &Value, known: &Value) -> Option<bool> {
    let Kind::Unknown(ty, refinement) = unknown.kind() else { return None };
    if known.is_null() {
        return refinement.not_null.then_some(false);
    }
    if let (Some(prefix), Some(text)) = (&refinement.prefix, known.str())
        && !text.starts_with(&**prefix)
    {
        return Some(false);
    }
    let other = known.ty();
    let comparable = *ty == Type::Dynamic || ty.has_dynamic() || other.has_dynamic() || *ty == other;
    if comparable { None } else { Some(false) }
}
