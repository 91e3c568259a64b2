//! The operator `in`.

use super::outcome::{CompareContext, Incomparable, PairOutcome, SetResult};
use super::pair::equal;
use super::results::{elements, equality, is_one_of, left_values, literal, missing, right_values};
use crate::budget::BudgetVec;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::semantics::Change;
use crate::value::{Kind, Ref};

pub(super) fn compare<'b, 'e>(
    left: &[QueryResult<'e>],
    right: &[QueryResult<'e>],
    cx: CompareContext<'b>,
) -> Result<BudgetVec<'b, PairOutcome<'e>>, EvalError> {
    let mut outcomes = BudgetVec::with_capacity(left.len(), cx.budget);
    match (literal(left), literal(right)) {
        (Some(one), Some(other)) => {
            let outcome = substring(one, other, cx)?;
            let found = matches!(outcome, PairOutcome::Value(true, ..));
            outcomes.push(if found {
                outcome
            } else {
                contained(one, other, cx)?
            });
        }
        (Some(one), None) => literal_in_query(one, right, cx, &mut outcomes)?,
        (None, Some(one)) => {
            for value in left_values(left, &mut outcomes) {
                if matches!(one.kind, Kind::Str(_)) {
                    for part in elements(value) {
                        outcomes.push(substring(part, one, cx)?);
                    }
                } else {
                    outcomes.push(contained(value, one, cx)?);
                }
            }
        }
        (None, None) => {
            let left: Vec<_> = left_values(left, &mut outcomes).collect();
            let right = right_values(right, &left, &mut outcomes, cx)?;
            let mut reported = Vec::new();
            for each in &left {
                if !contained_in_one_of(each, &right, cx)? {
                    reported.push(*each);
                }
            }
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

fn literal_in_query<'e>(
    one: Ref<'e>,
    right: &[QueryResult<'e>],
    cx: CompareContext<'_>,
    outcomes: &mut BudgetVec<'_, PairOutcome<'e>>,
) -> Result<(), EvalError> {
    let right = right_values(right, &[one], outcomes, cx)?;
    match one.list() {
        Some(items) if !right.iter().any(|value| value.list().is_some()) => {
            let reported = missing(items.iter(), &right, cx)?;
            outcomes.push(PairOutcome::Query(
                SetResult {
                    holds: reported.is_empty(),
                    reported,
                },
                vec![one],
                right,
            ));
        }
        _ => {
            for value in right {
                outcomes.push(contained(one, value, cx)?);
            }
        }
    }
    Ok(())
}

fn contained_in_one_of<'e>(
    value: Ref<'e>,
    others: &[Ref<'e>],
    cx: CompareContext<'_>,
) -> Result<bool, EvalError> {
    for other in others {
        let held = match contained(value, other, cx)? {
            PairOutcome::Value(holds, ..) | PairOutcome::InList(holds, ..) => holds,
            PairOutcome::ListIn(set, ..) => set.holds,
            _ => false,
        };
        if held {
            return Ok(true);
        }
    }
    Ok(false)
}

fn substring<'e>(
    part: Ref<'e>,
    whole: Ref<'e>,
    cx: CompareContext<'_>,
) -> Result<PairOutcome<'e>, EvalError> {
    cx.budget.spend(1)?;
    Ok(match (part.kind, whole.kind) {
        (Kind::Str(text), Kind::Str(all)) => PairOutcome::Value(
            cx.budget.charge_bytes(all.len()) && all.contains(text),
            part,
            whole,
        ),
        _ => PairOutcome::Incomparable(Incomparable::NotStrings(part, whole), part, whole),
    })
}

/// Whether a value is in another one. A list is searched as a whole in a list of lists, otherwise element by element.
fn contained<'e>(
    value: Ref<'e>,
    other: Ref<'e>,
    cx: CompareContext<'_>,
) -> Result<PairOutcome<'e>, EvalError> {
    cx.budget.spend(1)?;
    match (value.list(), other.list()) {
        (Some(items), Some(others)) => {
            cx.budget.check_allocation(size_of_val(items))?;
            let lists = others.first().is_some_and(|first| first.list().is_some());
            let mut reported = Vec::new();
            for each in if lists {
                std::slice::from_ref(value)
            } else {
                items
            } {
                if !is_one_of(each, others.iter(), cx)? {
                    reported.push(each);
                }
            }
            Ok(PairOutcome::ListIn(
                SetResult {
                    holds: reported.is_empty(),
                    reported,
                },
                value,
                other,
            ))
        }
        (Some(_), None) => Ok(PairOutcome::Incomparable(
            Incomparable::ListInScalar(value, other),
            value,
            other,
        )),
        (None, Some(others)) => {
            let compares = |each| !cx.budget.take(1) || equal(value, each, cx).is_ok();
            let compared = !cx.has(Change::IncomparableMembers) || others.iter().any(compares);
            if !compared && !others.is_empty() {
                let kinds = Incomparable::Kinds(value.type_name(), other.type_name());
                return Ok(PairOutcome::Incomparable(kinds, value, other));
            }
            Ok(PairOutcome::InList(
                is_one_of(value, others.iter(), cx)?,
                value,
                other,
            ))
        }
        (None, None) => equality(value, other, cx),
    }
}
