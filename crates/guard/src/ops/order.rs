//! The operators `<`, `<=`, `>` and `>=`.

use std::cmp::Ordering;

use super::pair::order;
use super::{By, Outcome, flattened, left_values, right_values};
use crate::budget::Held;
use crate::eval::error::EvalError;
use crate::eval::result::Res;

/// Compares every left value with every right value, with lists flattened by one level.
pub(super) fn compare<'b, 'e>(
    left: &[Res<'e>],
    right: &[Res<'e>],
    by: By<'b>,
    holds: fn(Ordering) -> bool,
) -> Result<Held<'b, Outcome<'e>>, EvalError> {
    let mut outcomes = Held::with_capacity(left.len(), by.budget);
    let left = flattened(left_values(left, &mut outcomes).collect(), by)?;
    let right = flattened(right_values(right, &left, &mut outcomes, by)?, by)?;
    for one in &left {
        by.budget.spend(right.len() as u64)?;
        for other in &right {
            outcomes.push(match order(one, other, by) {
                Ok(order) => Outcome::Value(holds(order), one, other),
                Err(why) => Outcome::Incomparable(why, one, other),
            });
        }
    }
    Ok(outcomes)
}
