//! The operators `<`, `<=`, `>` and `>=`.

use std::cmp::Ordering;

use super::outcome::{CompareContext, PairOutcome};
use super::pair::order;
use super::results::{flattened, left_values, right_values};
use crate::budget::BudgetVec;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;

/// Compares every left value with every right value, with lists flattened by one level.
pub(super) fn compare<'b, 'e>(
    left: &[QueryResult<'e>],
    right: &[QueryResult<'e>],
    cx: CompareContext<'b>,
    holds: fn(Ordering) -> bool,
) -> Result<BudgetVec<'b, PairOutcome<'e>>, EvalError> {
    let mut outcomes = BudgetVec::with_capacity(left.len(), cx.budget);
    let left = flattened(left_values(left, &mut outcomes).collect(), cx)?;
    let right = flattened(right_values(right, &left, &mut outcomes, cx)?, cx)?;
    for one in &left {
        cx.budget.spend(right.len() as u64)?;
        for other in &right {
            outcomes.push(match order(one, other, cx) {
                Ok(order) => PairOutcome::Value(holds(order), one, other),
                Err(why) => PairOutcome::Incomparable(why, one, other),
            });
        }
    }
    Ok(outcomes)
}
