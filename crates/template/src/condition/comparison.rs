//! The comparisons of conditions.

use super::formula::Truth;

/// A comparison (`Fn::Equals`).
#[derive(Debug)]
pub(super) struct Comparison {
    pub sides: [Side; 2],
    pub truth: Truth,
}

/// One side of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The text of a literal.
    Literal(String),
    /// The identity of any other value, and whether it is a `Ref`.
    Value(String, bool),
}

impl Comparison {
    /// Returns what a value is compared with, by its identity; `None` if the comparison does not depend on it.
    pub fn other_side(&self, identity: &str) -> Option<&Side> {
        match &self.sides {
            [Side::Value(of, _), other] | [other, Side::Value(of, _)] if of == identity => {
                Some(other)
            }
            _ => None,
        }
    }
}
