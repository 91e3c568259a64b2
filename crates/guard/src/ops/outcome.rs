//! What a comparison reads and returns.

use crate::budget::{Budget, LimitExceeded};
use crate::eval::error::EvalError;
use crate::eval::result::Missing;
use crate::semantics::{Change, Semantics};
use crate::value::Ref;

/// The context of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct CompareContext<'b> {
    /// The changes of the language that apply.
    pub semantics: Semantics,
    /// The budget that comparisons are charged to.
    pub budget: &'b Budget<'b>,
}

impl CompareContext<'_> {
    pub(super) fn has(&self, change: Change) -> bool {
        self.semantics.has(change)
    }
}

/// Why two values are incomparable; rendered only in reports.
#[derive(Debug, Clone, Copy)]
pub enum Incomparable<'e> {
    /// The types are incompatible.
    Kinds(&'static str, &'static str),
    /// One of two floats is NaN.
    Floats,
    /// `in` a string requires a string on the left.
    NotStrings(Ref<'e>, Ref<'e>),
    /// A list cannot be `in` a value that is not a list.
    ListInScalar(Ref<'e>, Ref<'e>),
}

/// Why a pair of values has no result.
#[derive(Debug)]
pub enum PairError<'e> {
    /// The values are incomparable: the clause fails for this pair.
    Incomparable(Incomparable<'e>),
    /// The evaluation failed: a regular expression took too many steps, or a limit was exceeded.
    EvalError(EvalError),
}

impl From<LimitExceeded> for PairError<'_> {
    fn from(spent: LimitExceeded) -> Self {
        PairError::EvalError(spent.into())
    }
}

/// The outcome for one value, or for a set of values that is compared as a whole.
#[derive(Debug)]
pub enum PairOutcome<'e> {
    /// The left query did not resolve.
    LeftMissing(Missing<'e>),
    /// The right query did not resolve.
    RightMissing(Missing<'e>, Ref<'e>),
    /// The values are incomparable.
    Incomparable(Incomparable<'e>, Ref<'e>, Ref<'e>),
    /// A value compared with a value.
    Value(bool, Ref<'e>, Ref<'e>),
    /// A value searched in a list.
    InList(bool, Ref<'e>, Ref<'e>),
    /// A list searched in a list.
    ListIn(SetResult<'e>, Ref<'e>, Ref<'e>),
    /// The results of a query compared with the results of another.
    Query(SetResult<'e>, Vec<Ref<'e>>, Vec<Ref<'e>>),
}

/// The result of a set comparison.
#[derive(Debug)]
pub struct SetResult<'e> {
    /// Whether the comparison holds.
    pub holds: bool,
    /// The values that cause it to fail: those not found or, if negated, those found.
    pub reported: Vec<Ref<'e>>,
}
