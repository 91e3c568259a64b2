//! The operator `==`.

use super::outcome::{CompareContext, PairOutcome, SetResult};
use super::results::{elements, equality, left_values, literal, missing, right_values};
use crate::budget::BudgetVec;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::value::Ref;

pub(super) fn compare<'b, 'e>(
    left: &[QueryResult<'e>],
    right: &[QueryResult<'e>],
    cx: CompareContext<'b>,
) -> Result<BudgetVec<'b, PairOutcome<'e>>, EvalError> {
    let mut outcomes = BudgetVec::with_capacity(left.len(), cx.budget);
    match (literal(left), literal(right)) {
        (Some(one), Some(other)) => outcomes.push(equality(one, other, cx)?),
        (Some(one), None) => {
            for value in right_values(right, &[one], &mut outcomes, cx)? {
                let parts = if one.list().is_some() {
                    std::slice::from_ref(value)
                } else {
                    elements(value)
                };
                for part in parts {
                    outcomes.push(equality(one, part, cx)?);
                }
            }
        }
        (None, Some(one)) => {
            for value in left_values(left, &mut outcomes) {
                with_literal(value, one, cx, &mut outcomes)?;
            }
        }
        (None, None) => {
            let left: Vec<_> = left_values(left, &mut outcomes).collect();
            let right = right_values(right, &left, &mut outcomes, cx)?;
            let (more, fewer) = if left.len() > right.len() {
                (&left, &right)
            } else {
                (&right, &left)
            };
            let reported = missing(more.iter().copied(), fewer, cx)?;
            outcomes.push(PairOutcome::Query(
                SetResult {
                    holds: reported.is_empty(),
                    reported,
                },
                left,
                right,
            ));
        }
    }
    Ok(outcomes)
}

/// Compares a value with a literal. A literal list of one element is compared as that element with a scalar; a list is
/// compared element by element with a scalar literal.
fn with_literal<'e>(
    value: Ref<'e>,
    literal: Ref<'e>,
    cx: CompareContext<'_>,
    outcomes: &mut BudgetVec<'_, PairOutcome<'e>>,
) -> Result<(), EvalError> {
    match literal.list() {
        Some([only]) if value.is_scalar() => outcomes.push(equality(value, only, cx)?),
        Some(_) => outcomes.push(equality(value, literal, cx)?),
        None => {
            for part in elements(value) {
                outcomes.push(equality(part, literal, cx)?);
            }
        }
    }
    Ok(())
}
