//! Compares the results of two queries by the rules of each operator for values, lists and sets of results.
//!
//! This module knows neither clauses nor records. The rules are those of cfn-guard's `eval/operators.rs`.

mod equals;
mod membership;
mod order;
mod pair;

pub use self::pair::{equal, same};

use super::budget::{Budget, Held, Spent};
use super::eval::error::EvalError;
use super::eval::result::{Missing, Res};
use super::semantics::{Change, Semantics};
use super::syntax::ast::Binary;
use super::value::{Kind, Ref};

/// The context of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct By<'b> {
    /// The changes of the language that apply.
    pub semantics: Semantics,
    /// The budget that comparisons are charged to.
    pub budget: &'b Budget<'b>,
}

impl By<'_> {
    fn has(&self, change: Change) -> bool {
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

impl From<Spent> for PairError<'_> {
    fn from(spent: Spent) -> Self {
        PairError::EvalError(spent.into())
    }
}

/// The outcome for one value, or for a set of values that is compared as a whole.
#[derive(Debug)]
pub enum Outcome<'e> {
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
    ListIn(Set<'e>, Ref<'e>, Ref<'e>),
    /// The results of a query compared with the results of another.
    Query(Set<'e>, Vec<Ref<'e>>, Vec<Ref<'e>>),
}

/// The result of a set comparison.
#[derive(Debug)]
pub struct Set<'e> {
    /// Whether the comparison holds.
    pub holds: bool,
    /// The values that cause it to fail: those not found or, if negated, those found.
    pub reported: Vec<Ref<'e>>,
}

/// Compares all left results with all right results. Neither side may be empty.
pub fn compare<'e>(
    operator: Binary,
    negated: bool,
    left: &[Res<'e>],
    right: &[Res<'e>],
    by: By<'_>,
) -> Result<Vec<Outcome<'e>>, EvalError> {
    let outcomes = match operator {
        Binary::Equals => equals::compare(left, right, by)?,
        Binary::In => membership::compare(left, right, by)?,
        Binary::Less => order::compare(left, right, by, |order| order.is_lt())?,
        Binary::LessOrEqual => order::compare(left, right, by, |order| order.is_le())?,
        Binary::Greater => order::compare(left, right, by, |order| order.is_gt())?,
        Binary::GreaterOrEqual => order::compare(left, right, by, |order| order.is_ge())?,
    };
    if !negated {
        return Ok(outcomes.into_items());
    }
    let other_side = operator == Binary::Equals && right.len() >= left.len();
    outcomes.into_items().into_iter().map(|outcome| negate(outcome, other_side, by)).collect()
}

/// Negates an outcome; incomparable and missing values stay as they are.
fn negate<'e>(outcome: Outcome<'e>, other_side: bool, by: By<'_>) -> Result<Outcome<'e>, EvalError> {
    Ok(match outcome {
        Outcome::Value(holds, left, right) => Outcome::Value(!holds, left, right),
        Outcome::InList(holds, left, right) => Outcome::InList(!holds, left, right),
        Outcome::ListIn(set, left, right) => {
            let reported = kept(left.list().unwrap_or_default().iter(), &set, by)?;
            Outcome::ListIn(turned(set.holds, reported), left, right)
        }
        Outcome::Query(set, left, right) => {
            let side = if !set.holds && other_side { &right } else { &left };
            let reported = kept(side.iter().copied(), &set, by)?;
            Outcome::Query(turned(set.holds, reported), left, right)
        }
        unanswered => unanswered,
    })
}

/// Returns the values not reported by a set; all values if the set comparison holds.
fn kept<'e>(values: impl Iterator<Item = Ref<'e>>, set: &Set<'e>, by: By<'_>) -> Result<Vec<Ref<'e>>, EvalError> {
    if set.holds { Ok(values.collect()) } else { missing(values, &set.reported, by) }
}

fn turned(held: bool, reported: Vec<Ref<'_>>) -> Set<'_> {
    Set { holds: !held && reported.is_empty(), reported }
}

/// Returns the values that are not the [`same`] as any of the others.
fn missing<'e>(
    values: impl Iterator<Item = Ref<'e>>,
    others: &[Ref<'_>],
    by: By<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    let mut found = Vec::new();
    for value in values {
        if !is_one_of(value, others.iter().copied(), by)? {
            found.push(value);
        }
    }
    Ok(found)
}

/// Whether a value is the [`same`] as any of the others.
fn is_one_of<'o>(value: Ref<'_>, others: impl Iterator<Item = Ref<'o>>, by: By<'_>) -> Result<bool, EvalError> {
    for other in others {
        by.budget.spend(1)?;
        if same(other, value, by)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the value if the only result is a literal.
fn literal<'e>(results: &[Res<'e>]) -> Option<Ref<'e>> {
    match results {
        [Res::Literal(value)] => Some(value),
        _ => None,
    }
}

/// Returns the left values; adds an outcome for each unresolved left result.
fn left_values<'r, 'e>(
    results: &'r [Res<'e>],
    outcomes: &mut Held<'_, Outcome<'e>>,
) -> impl Iterator<Item = Ref<'e>> + use<'r, 'e> {
    outcomes.extend(results.iter().filter_map(|result| match result {
        Res::Resolved(_) | Res::Literal(_) => None,
        Res::Missing(missing) => Some(Outcome::LeftMissing(*missing)),
    }));
    results.iter().filter_map(Res::value)
}

/// Returns the right values; adds an outcome for each pair of an unresolved right result and a left value.
fn right_values<'e>(
    results: &[Res<'e>],
    left: &[Ref<'e>],
    outcomes: &mut Held<'_, Outcome<'e>>,
    by: By<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    let mut values = Vec::with_capacity(results.len());
    for result in results {
        match result {
            Res::Resolved(value) | Res::Literal(value) => values.push(*value),
            Res::Missing(missing) => {
                by.budget.spend(left.len() as u64)?;
                outcomes.extend(left.iter().map(|each| Outcome::RightMissing(*missing, each)));
            }
        }
    }
    Ok(values)
}

/// Replaces lists by their elements.
fn flattened<'e>(values: Vec<Ref<'e>>, by: By<'_>) -> Result<Vec<Ref<'e>>, EvalError> {
    if !values.iter().any(|value| matches!(value.kind, Kind::List(_))) {
        return Ok(values);
    }
    by.budget.make(values.iter().map(|value| size_of_val(elements(value))).fold(0, usize::saturating_add))?;
    Ok(values.into_iter().flat_map(elements).collect())
}

/// Returns the elements of a list, or the value itself as a slice.
pub(super) fn elements(value: Ref<'_>) -> &[super::value::Value<'_>] {
    value.list().unwrap_or(std::slice::from_ref(value))
}

/// Compares two values for equality.
fn equality<'e>(left: Ref<'e>, right: Ref<'e>, by: By<'_>) -> Result<Outcome<'e>, EvalError> {
    by.budget.spend(1)?;
    match equal(left, right, by) {
        Ok(holds) => Ok(Outcome::Value(holds, left, right)),
        Err(PairError::Incomparable(why)) => Ok(Outcome::Incomparable(why, left, right)),
        Err(PairError::EvalError(stop)) => Err(stop),
    }
}
