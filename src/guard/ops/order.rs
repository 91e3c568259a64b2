//! `<`, `<=`, `>`, `>=`

use std::cmp::Ordering;

use super::pair::order;
use super::{Outcome, flattened, left_values, right_values};
use crate::guard::eval::result::Res;
use crate::guard::semantics::Semantics;

/// Every value of the left with every one of the right, lists flattened by one level.
pub(super) fn compare<'e>(
    left: &[Res<'e>],
    right: &[Res<'e>],
    by: Semantics,
    holds: fn(Ordering) -> bool,
) -> Vec<Outcome<'e>> {
    let mut outcomes = Vec::with_capacity(left.len());
    let left = flattened(left_values(left, &mut outcomes).collect());
    let right = flattened(right_values(right, &left, &mut outcomes));
    for one in &left {
        for other in &right {
            outcomes.push(match order(one, other, by) {
                Ok(order) => Outcome::Value(holds(order), one, other),
                Err(why) => Outcome::Incomparable(why, one, other),
            });
        }
    }
    outcomes
}
