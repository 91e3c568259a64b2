//! Query results as operands: their values, and the outcomes of those that did not resolve.

use super::outcome::{CompareContext, PairError, PairOutcome};
use super::pair::{equal, same};
use crate::budget::BudgetVec;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::value::{Kind, Ref, Value};

/// Returns the values that are not the [`same`] as any of the others.
pub(super) fn missing<'e>(
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
pub(super) fn is_one_of<'o>(
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
pub(super) fn literal<'e>(results: &[QueryResult<'e>]) -> Option<Ref<'e>> {
    match results {
        [QueryResult::Literal(value)] => Some(value),
        _ => None,
    }
}

/// Returns the left values; adds an outcome for each unresolved left result.
pub(super) fn left_values<'r, 'e>(
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
pub(super) fn right_values<'e>(
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
                outcomes.extend(
                    left.iter()
                        .map(|each| PairOutcome::RightMissing(*missing, each)),
                );
            }
        }
    }
    Ok(values)
}

/// Replaces lists by their elements.
pub(super) fn flattened<'e>(
    values: Vec<Ref<'e>>,
    cx: CompareContext<'_>,
) -> Result<Vec<Ref<'e>>, EvalError> {
    if !values
        .iter()
        .any(|value| matches!(value.kind, Kind::List(_)))
    {
        return Ok(values);
    }
    cx.budget.check_allocation(
        values
            .iter()
            .map(|value| size_of_val(elements(value)))
            .fold(0, usize::saturating_add),
    )?;
    Ok(values.into_iter().flat_map(elements).collect())
}

/// Returns the elements of a list, or the value itself as a slice.
pub fn elements(value: Ref<'_>) -> &[Value<'_>] {
    value.list().unwrap_or(std::slice::from_ref(value))
}

/// Compares two values for equality.
pub(super) fn equality<'e>(
    left: Ref<'e>,
    right: Ref<'e>,
    cx: CompareContext<'_>,
) -> Result<PairOutcome<'e>, EvalError> {
    cx.budget.spend(1)?;
    match equal(left, right, cx) {
        Ok(holds) => Ok(PairOutcome::Value(holds, left, right)),
        Err(PairError::Incomparable(why)) => Ok(PairOutcome::Incomparable(why, left, right)),
        Err(PairError::EvalError(error)) => Err(error),
    }
}
