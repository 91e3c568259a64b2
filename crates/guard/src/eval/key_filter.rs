//! Key filters, `[ keys == ... ]`: selects the values of a map by key.

use super::error::EvalError;
use super::query::Step;
use super::result::{MissingReason, QueryResult, QueryResults};
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Ref};
use crate::budget::BudgetVec;
use crate::compile::program::{KeyFilter, Operand};
use crate::ops::{CompareContext, PairError, equal};
use crate::outcome::{Check, Context};
use crate::syntax::ast::Binary;
use crate::value::{Kind, Map, Value, hash};
use cfn_warden_syntax::arena::ArenaValue;

/// The result of comparing a key with one value of the right side.
enum KeyComparison<'e> {
    Compared(bool, Ref<'e>),
    Incomparable(Ref<'e>),
    Missing(QueryResult<'e>),
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn key_filter(
        &mut self,
        filter: &'e KeyFilter,
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let Kind::Map(map) = current.kind else {
            out.push(step.missing(current, MissingReason::KeyFilterOfNoMap));
            return Ok(());
        };
        let mut right = self.list();
        match &filter.right {
            Operand::Query(query) => {
                self.retrieve(&query.parts, 0, current, scope, step.case, &mut right)?
            }
            other => self.operand(other, scope, &mut right)?,
        }
        self.trace.read(&right)?;
        let selected = self.selected_by_key(filter, map, &right)?;
        selected
            .iter()
            .try_for_each(|value| self.walk(step.next(), value, scope, out))
    }

    /// Returns the values whose keys pass a filter with this right side.
    pub(super) fn selected_by_key(
        &mut self,
        filter: &'e KeyFilter,
        map: &'e Map<'e>,
        right: &[QueryResult<'e>],
    ) -> Result<BudgetVec<'e, Ref<'e>>, EvalError> {
        let mut selected = BudgetVec::new(&self.doc.budget);
        self.doc
            .budget
            .check_allocation(map.entries.len().saturating_mul(size_of::<Value<'e>>()))?;
        self.spend(map.entries.len().saturating_mul(1 + right.len()))?;
        for key in keys(map, |value| self.alloc_value(value)) {
            for _ in 0..self.key_passes(filter, key, right)? {
                selected.extend(key_text(key).and_then(|text| {
                    self.doc.budget.charge_bytes(text.len());
                    map.get(text, hash(text))
                }));
            }
        }
        Ok(selected)
    }

    /// Returns how often a key is selected.
    fn key_passes(
        &mut self,
        filter: &KeyFilter,
        key: Ref<'e>,
        right: &[QueryResult<'e>],
    ) -> Result<usize, EvalError> {
        let membership = filter.membership || right.len() > 1;
        let operator = (
            if membership {
                Binary::In
            } else {
                Binary::Equals
            },
            filter.negated,
        );
        let cx = self.cx();
        let test = |key: Ref<'e>, other: Ref<'e>| -> Result<bool, PairError<'e>> {
            let holds = if membership {
                is_in(key, other, cx)?
            } else {
                equal(key, other, cx)?
            };
            Ok(holds != filter.negated)
        };
        if !membership {
            let Some(only) = right.first() else {
                return Ok(0);
            };
            let compare_key = compare_key(key, only, test)?;
            self.record_key(key, &compare_key, operator);
            return Ok(usize::from(matches!(
                compare_key,
                KeyComparison::Compared(true, _)
            )));
        }
        let comparisons = right
            .iter()
            .map(|each| compare_key(key, each, test))
            .collect::<Result<Vec<_>, _>>()?;
        let passes = comparisons
            .iter()
            .filter(|each| matches!(each, KeyComparison::Compared(true, _)))
            .count();
        if comparisons.is_empty() {
            return Ok(0);
        }
        let check = if passes > 0 {
            Check::Success
        } else {
            let to = self
                .doc
                .arena
                .keep_all(comparisons.iter().map(|each| match each {
                    KeyComparison::Compared(_, value) | KeyComparison::Incomparable(value) => {
                        QueryResult::Resolved(value)
                    }
                    KeyComparison::Missing(missing) => *missing,
                }));
            Check::In {
                message: None,
                operator,
                from: QueryResult::Resolved(key),
                to,
            }
        };
        self.trace.check(Context::Key, check, self.doc.arena);
        Ok(usize::from(passes > 0))
    }

    fn record_key(
        &mut self,
        key: Ref<'e>,
        compare_key: &KeyComparison<'e>,
        operator: (Binary, bool),
    ) {
        let to = match compare_key {
            KeyComparison::Compared(true, _) => None,
            KeyComparison::Compared(false, value) | KeyComparison::Incomparable(value) => {
                Some(QueryResult::Resolved(value))
            }
            KeyComparison::Missing(missing) => Some(*missing),
        };
        let check = match to {
            None => Check::Success,
            to => Check::Binary {
                message: None,
                operator,
                from: QueryResult::Resolved(key),
                to,
                why: None,
            },
        };
        self.trace.check(Context::Key, check, self.doc.arena);
    }
}

/// Returns the keys as values: all keys as written if one is repeated, otherwise the keys of the entries.
fn keys<'e>(map: &'e Map<'e>, alloc_value: impl Fn(Value<'e>) -> Ref<'e>) -> Vec<Ref<'e>> {
    match map.keys {
        Some(keys) => keys.iter().collect(),
        None => map
            .entries
            .iter()
            .map(|entry| alloc_value(entry.key_value()))
            .collect(),
    }
}

fn key_text(key: Ref<'_>) -> Option<&str> {
    match key.kind {
        Kind::Str(text) => Some(text),
        _ => None,
    }
}

/// Compares a key with a right value. If a literal list of one element is incomparable, its element is compared.
fn compare_key<'e>(
    key: Ref<'e>,
    right: &QueryResult<'e>,
    test: impl Fn(Ref<'e>, Ref<'e>) -> Result<bool, PairError<'e>>,
) -> Result<KeyComparison<'e>, EvalError> {
    let Some(value) = right.value() else {
        return Ok(KeyComparison::Missing(*right));
    };
    let other = match (test(key, value), right, value.list()) {
        (Ok(holds), ..) => return Ok(KeyComparison::Compared(holds, value)),
        (Err(PairError::EvalError(error)), ..) => return Err(error),
        (Err(PairError::Incomparable(_)), QueryResult::Literal(_), Some([only])) => only,
        (Err(PairError::Incomparable(_)), ..) => return Ok(KeyComparison::Incomparable(value)),
    };
    match test(key, other) {
        Ok(holds) => Ok(KeyComparison::Compared(holds, other)),
        Err(PairError::EvalError(error)) => Err(error),
        Err(PairError::Incomparable(_)) => Ok(KeyComparison::Incomparable(other)),
    }
}

/// Whether a key is in a value: a substring of a string, or equal to an element of a list if all elements are
/// comparable.
fn is_in<'e>(key: Ref<'e>, other: Ref<'e>, cx: CompareContext<'_>) -> Result<bool, PairError<'e>> {
    match (key.kind, other.kind) {
        (Kind::Str(text), Kind::Str(all)) => {
            Ok(cx.budget.charge_bytes(all.len()) && all.contains(text))
        }
        (_, Kind::List(items)) => items.iter().try_fold(false, |found, item| {
            cx.budget.spend(1)?;
            Ok(equal(key, item, cx)? || found)
        }),
        _ => equal(key, other, cx),
    }
}
