//! Key filters, `[ keys == ... ]`: selects the values of a map by key.

use super::error::EvalError;
use super::query::Step;
use super::result::{Res, Results, Why};
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Ref};
use crate::budget::Held;
use crate::compile::program::{KeyFilter, Operand};
use crate::ops::{By, PairError, equal};
use crate::outcome::{Check, Context};
use crate::syntax::ast::Binary;
use crate::value::{Kind, Map, Value, hash};
use cfn_warden_syntax::arena::ArenaValue;

/// The result of comparing a key with one value of the right side.
enum Answer<'e> {
    Compared(bool, Ref<'e>),
    Incomparable(Ref<'e>),
    Missing(Res<'e>),
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn key_filter(
        &mut self,
        filter: &'e KeyFilter,
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut Results<'e>,
    ) -> Result<(), EvalError> {
        let Kind::Map(map) = current.kind else {
            out.push(step.missing(current, Why::KeyFilterOfNoMap));
            return Ok(());
        };
        let mut right = self.list();
        match &filter.right {
            Operand::Query(query) => self.retrieve(&query.parts, 0, current, scope, step.case, &mut right)?,
            other => self.operand(other, scope, &mut right)?,
        }
        let mut selected = Held::new(&self.doc.budget);
        self.doc.budget.make(map.entries.len().saturating_mul(size_of::<Value<'e>>()))?;
        self.spend(map.entries.len().saturating_mul(1 + right.len()))?;
        for key in keys(map, |value| self.in_arena(value)) {
            for _ in 0..self.key_passes(filter, key, &right)? {
                selected.extend(key_text(key).and_then(|text| {
                    self.doc.budget.read(text.len());
                    map.get(text, hash(text))
                }));
            }
        }
        selected.iter().try_for_each(|value| self.walk(step.next(), value, scope, out))
    }

    /// Returns how often a key is selected.
    fn key_passes(&mut self, filter: &KeyFilter, key: Ref<'e>, right: &[Res<'e>]) -> Result<usize, EvalError> {
        let membership = filter.membership || right.len() > 1;
        let operator = (if membership { Binary::In } else { Binary::Equals }, filter.negated);
        let by = self.by();
        let test = |key: Ref<'e>, other: Ref<'e>| -> Result<bool, PairError<'e>> {
            let holds = if membership { is_in(key, other, by)? } else { equal(key, other, by)? };
            Ok(holds != filter.negated)
        };
        if !membership {
            let Some(only) = right.first() else { return Ok(0) };
            let answer = answer(key, only, test)?;
            self.record_key(key, &answer, operator);
            return Ok(usize::from(matches!(answer, Answer::Compared(true, _))));
        }
        let answers = right.iter().map(|each| answer(key, each, test)).collect::<Result<Vec<_>, _>>()?;
        let passes = answers.iter().filter(|each| matches!(each, Answer::Compared(true, _))).count();
        if answers.is_empty() {
            return Ok(0);
        }
        let check = if passes > 0 {
            Check::Success
        } else {
            let to = self.doc.arena.keep_all(answers.iter().map(|each| match each {
                Answer::Compared(_, value) | Answer::Incomparable(value) => Res::Resolved(value),
                Answer::Missing(missing) => *missing,
            }));
            Check::In { message: None, operator, from: Res::Resolved(key), to }
        };
        self.trace.check(Context::Key, check, self.doc.arena);
        Ok(usize::from(passes > 0))
    }

    fn record_key(&mut self, key: Ref<'e>, answer: &Answer<'e>, operator: (Binary, bool)) {
        let to = match answer {
            Answer::Compared(true, _) => None,
            Answer::Compared(false, value) | Answer::Incomparable(value) => Some(Res::Resolved(value)),
            Answer::Missing(missing) => Some(*missing),
        };
        let check = match to {
            None => Check::Success,
            to => Check::Binary { message: None, operator, from: Res::Resolved(key), to, why: None },
        };
        self.trace.check(Context::Key, check, self.doc.arena);
    }
}

/// Returns the keys as values: all keys as written if one is repeated, otherwise the keys of the entries.
fn keys<'e>(map: &'e Map<'e>, in_arena: impl Fn(Value<'e>) -> Ref<'e>) -> Vec<Ref<'e>> {
    match map.keys {
        Some(keys) => keys.iter().collect(),
        None => map.entries.iter().map(|entry| in_arena(entry.key_value())).collect(),
    }
}

fn key_text(key: Ref<'_>) -> Option<&str> {
    match key.kind {
        Kind::Str(text) => Some(text),
        _ => None,
    }
}

/// Compares a key with a right value. If a literal list of one element is incomparable, its element is compared.
fn answer<'e>(
    key: Ref<'e>,
    right: &Res<'e>,
    test: impl Fn(Ref<'e>, Ref<'e>) -> Result<bool, PairError<'e>>,
) -> Result<Answer<'e>, EvalError> {
    let Some(value) = right.value() else { return Ok(Answer::Missing(*right)) };
    let other = match (test(key, value), right, value.list()) {
        (Ok(holds), ..) => return Ok(Answer::Compared(holds, value)),
        (Err(PairError::EvalError(stop)), ..) => return Err(stop),
        (Err(PairError::Incomparable(_)), Res::Literal(_), Some([only])) => only,
        (Err(PairError::Incomparable(_)), ..) => return Ok(Answer::Incomparable(value)),
    };
    match test(key, other) {
        Ok(holds) => Ok(Answer::Compared(holds, other)),
        Err(PairError::EvalError(stop)) => Err(stop),
        Err(PairError::Incomparable(_)) => Ok(Answer::Incomparable(other)),
    }
}

/// Whether a key is in a value: a substring of a string, or equal to an element of a list if all elements are
/// comparable.
fn is_in<'e>(key: Ref<'e>, other: Ref<'e>, by: By<'_>) -> Result<bool, PairError<'e>> {
    match (key.kind, other.kind) {
        (Kind::Str(text), Kind::Str(all)) => Ok(by.budget.read(all.len()) && all.contains(text)),
        (_, Kind::List(items)) => items.iter().try_fold(false, |found, item| {
            by.budget.spend(1)?;
            Ok(equal(key, item, by)? || found)
        }),
        _ => equal(key, other, by),
    }
}
