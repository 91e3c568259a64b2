//! Compares the results of two queries by the rules of each operator for values, lists and sets of results.
//!
//! This module knows neither clauses nor records. The rules are those of cfn-guard's `eval/operators.rs`.

mod equals;
mod membership;
mod order;
mod outcome;
mod pair;
mod results;

pub use self::outcome::{CompareContext, Incomparable, PairError, PairOutcome, SetResult};
pub use self::pair::equal;
pub use self::results::elements;

use self::results::missing;

use super::eval::error::EvalError;
use super::eval::result::QueryResult;
use super::syntax::ast::Binary;
use super::value::Ref;

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
    outcomes
        .into_items()
        .into_iter()
        .map(|outcome| negate(outcome, other_side, cx))
        .collect()
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
            let side = if !set.holds && other_side {
                &right
            } else {
                &left
            };
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
    if set.holds {
        Ok(values.collect())
    } else {
        missing(values, &set.reported, cx)
    }
}

fn negated_set(held: bool, reported: Vec<Ref<'_>>) -> SetResult<'_> {
    SetResult {
        holds: !held && reported.is_empty(),
        reported,
    }
}
