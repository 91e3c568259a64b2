//! Compares the results of two queries by the rules of each operator for values, lists and sets of results.
//!
//! This module knows neither clauses nor records. The rules are those of cfn-guard's `eval/operators.rs`.

mod equals;
mod membership;
mod order;
mod pair;

pub use self::pair::{equal, same};

use super::budget::{Budget, BudgetVec, LimitExceeded};
use super::eval::error::EvalError;
use super::eval::result::{Missing, QueryResult};
use super::semantics::{Change, Semantics};
use super::syntax::ast::Binary;
use super::value::{Kind, Ref};

/// The context of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct CompareContext<'b> {
    /// The changes of the language that apply.
    pub semantics: Semantics,
    /// The budget that comparisons are charged to.
    pub budget: &'b Budget<'b>,
}

impl CompareContext<'_> {
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

/// Compares all left results with all right results. Neither side may be empty.
pub fn compare<'e>(
    operator: Binary,
    negated: bool,
    left: &[QueryResult<'e>],
    right: &[QueryResult<'e>],
    cx: CompareContext<'_>,
) -> Result<Vec<PairOutcome<'e>>, EvalError> {
    let outcomes = match operator {
        Binary::Equals => equals::compare(left, right, cx)?,
        Binary::In => membership::compare(left, right, cx)?,
        Binary::Less => order::compare(left, right, cx, |order| order.is_lt())?,
        Binary::LessOrEqual => order::compare(left, right, cx, |order| order.is_le())?,
        Binary::Greater => order::compare(left, right, cx, |order| order.is_gt())?,
        Binary::GreaterOrEqual => order::compare(left, right, cx, |order| order.is_ge())?,
    };
    if !negated {
        return Ok(outcomes.into_items());
    }
    let other_side = operator == Binary::Equals && right.len() >= left.len();
    outcomes.into_items().into_iter().map(|outcome| negate(outcome, other_side, cx)).collect()
}

/// Negates an outcome; incomparable and missing values stay as they are.
fn negate<'e>(
    outcome: PairOutcome<'e>,
    other_side: bool,
    cx: CompareContext<'_>,
) -> Result<PairOutcome<'e>, EvalError> {
    Ok(match outcome {
        PairOutcome::Value(holds, left, right) => PairOutcome::Value(!holds, left, right),
        PairOutcome::InList(holds, left, right) => PairOutcome::InList(!holds, left, right),
        PairOutcome::ListIn(set, left, right) => {
            let reported = unreported(left.list().unwrap_or_default().iter(), &set, cx)?;
            PairOutcome::ListIn(negated_set(set.holds, reported), left, right)
        }
        PairOutcome::Query(set, left, right) => {
            let side = if !set.holds && other_side { &right } else { &left };
            let reported = unreported(side.iter().copied(), &set, cx)?;
            PairOutcome::Query(negated_set(set.holds, reported), left, right)
        }
        other => other,
    })
}

/// Returns the values not reported by a set; all values if the set comparison holds.
fn unreported<'e>(
    values: impl Iterator<Item = Ref<'e>>,
    set: &SetResult<'e>,
    cx: CompareContext<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    if set.holds { Ok(values.collect()) } else { missing(values, &set.reported, cx) }
}

fn negated_set(held: bool, reported: Vec<Ref<'_>>) -> SetResult<'_> {
    SetResult { holds: !held && reported.is_empty(), reported }
}

/// Returns the values that are not the [`same`] as any of the others.
fn missing<'e>(
    values: impl Iterator<Item = Ref<'e>>,
    others: &[Ref<'_>],
    cx: CompareContext<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    let mut found = Vec::new();
    for value in values {
        if !is_one_of(value, others.iter().copied(), cx)? {
            found.push(value);
        }
    }
    Ok(found)
}

/// Whether a value is the [`same`] as any of the others.
fn is_one_of<'o>(
    value: Ref<'_>,
    others: impl Iterator<Item = Ref<'o>>,
    cx: CompareContext<'_>,
) -> Result<bool, EvalError> {
    for other in others {
        cx.budget.spend(1)?;
        if same(other, value, cx)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the value if the only result is a literal.
fn literal<'e>(results: &[QueryResult<'e>]) -> Option<Ref<'e>> {
    match results {
        [QueryResult::Literal(value)] => Some(value),
        _ => None,
    }
}

/// Returns the left values; adds an outcome for each unresolved left result.
fn left_values<'r, 'e>(
    results: &'r [QueryResult<'e>],
    outcomes: &mut BudgetVec<'_, PairOutcome<'e>>,
) -> impl Iterator<Item = Ref<'e>> + use<'r, 'e> {
    outcomes.extend(results.iter().filter_map(|result| match result {
        QueryResult::Resolved(_) | QueryResult::Literal(_) => None,
        QueryResult::Missing(missing) => Some(PairOutcome::LeftMissing(*missing)),
    }));
    results.iter().filter_map(QueryResult::value)
}

/// Returns the right values; adds an outcome for each pair of an unresolved right result and a left value.
fn right_values<'e>(
    results: &[QueryResult<'e>],
    left: &[Ref<'e>],
    outcomes: &mut BudgetVec<'_, PairOutcome<'e>>,
    cx: CompareContext<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    let mut values = Vec::with_capacity(results.len());
    for result in results {
        match result {
            QueryResult::Resolved(value) | QueryResult::Literal(value) => values.push(*value),
            QueryResult::Missing(missing) => {
                cx.budget.spend(left.len() as u64)?;
                outcomes.extend(left.iter().map(|each| PairOutcome::RightMissing(*missing, each)));
            }
        }
    }
    Ok(values)
}

/// Replaces lists by their elements.
fn flattened<'e>(values: Vec<Ref<'e>>, cx: CompareContext<'_>) -> Result<Vec<Ref<'e>>, EvalError> {
    if !values.iter().any(|value| matches!(value.kind, Kind::List(_))) {
        return Ok(values);
    }
    cx.budget
        .check_allocation(values.iter().map(|value| size_of_val(elements(value))).fold(0, usize::saturating_add))?;
    Ok(values.into_iter().flat_map(elements).collect())
}

/// Returns the elements of a list, or the value itself as a slice.
pub(super) fn elements(value: Ref<'_>) -> &[super::value::Value<'_>] {
    value.list().unwrap_or(std::slice::from_ref(value))
}

/// Compares two values for equality.
fn equality<'e>(left: Ref<'e>, right: Ref<'e>, cx: CompareContext<'_>) -> Result<PairOutcome<'e>, EvalError> {
    cx.budget.spend(1)?;
    match equal(left, right, cx) {
        Ok(holds) => Ok(PairOutcome::Value(holds, left, right)),
        Err(PairError::Incomparable(why)) => Ok(PairOutcome::Incomparable(why, left, right)),
        Err(PairError::EvalError(error)) => Err(error),
    }
}
