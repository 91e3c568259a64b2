//! Comparisons: the values of a query against a right side.

use super::error::EvalError;
use super::result::Res;
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::Change;
use crate::compile::program::{Comparison, Message, Part, Test};
use crate::ops::{self, By, Outcome, PairError, equal};
use crate::outcome::{Check, Context, Note, Notice, Record, Status};
use crate::syntax::ast::Binary;
use crate::value::{Kind, Ref, Value};
use cfn_warden_syntax::arena::ArenaValue;

/// The results of a clause before they are combined to a verdict.
pub(super) enum Found<'e> {
    /// Nothing was compared; the verdict and the remark.
    Nothing(Status, Note<'e>),
    /// The number of values that pass and that fail.
    Values { passed: usize, failed: usize },
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn comparison(
        &mut self,
        comparison: &'e Comparison,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let some = comparison.query.some;
        let mark = self.trace.open(Context::Comparison(comparison));
        let (found, in_right) = match &comparison.test {
            Test::Unary(operator, negated) => (self.unary(comparison, (*operator, *negated), scope, role), false),
            Test::Binary(operator, negated, right) => {
                let leading = comparison.negated && self.has(Change::LeadingNot);
                let operator = (*operator, *negated != leading);
                self.with_list(|eval, results| match eval.operand(right, scope, results) {
                    Ok(()) => (eval.binary(comparison, operator, results, scope, role), false),
                    Err(stop) => (Err(stop), true),
                })
            }
        };
        let (status, note) = match found {
            Ok(Found::Nothing(status, note)) => (status, note),
            Ok(Found::Values { passed, failed }) => {
                let holds = if some { passed > 0 } else { failed == 0 };
                if passed == 0 && failed == 0 && !some {
                    self.vacuous(comparison, scope, role)
                } else {
                    (if holds { Status::Pass } else { Status::Fail }, Note::None)
                }
            }
            Err(stop) => {
                let note = self.note(format_args!("Error {stop} when handling clause, bailing"));
                self.trace.close(mark, Record::Comparison(Status::Fail, some, note));
                // Errors in the right side are always returned to the caller.
                return if self.is_answered(&stop, role) && !in_right { Ok(Status::Fail) } else { Err(stop) };
            }
        };
        self.trace.close(mark, Record::Comparison(status, some, note));
        Ok(status)
    }

    /// The verdict if only empty lists were compared.
    fn vacuous(&mut self, comparison: &'e Comparison, scope: &Scope<'_, 'e>, role: Role) -> (Status, Note<'e>) {
        if !self.has(Change::NothingCompared) {
            if !scope.is_called() {
                self.trace.notice(Notice::Vacuous(comparison));
            }
            return (Status::Pass, Note::None);
        }
        let negated = matches!(comparison.test, Test::Binary(_, true, _)) != comparison.negated;
        match (role, negated) {
            (Role::Gate, _) => (Status::Pass, Note::None),
            (Role::Assertion, false) => (Status::Fail, Note::NothingCompared(negated)),
            (Role::Assertion, true) => (Status::Skip, Note::NothingCompared(negated)),
        }
    }

    fn binary(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        results: &[Res<'e>],
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Found<'e>, EvalError> {
        self.with_list(|eval, left| {
            eval.query(&comparison.query.parts, scope, left)?;
            eval.compared(comparison, operator, (left, results), scope, role)
        })
    }

    fn compared(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        (left, results): (&[Res<'e>], &[Res<'e>]),
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Found<'e>, EvalError> {
        self.doc.readings.compare(left);
        self.doc.readings.compare(results);
        let announced = !self.has(Change::IncomparableMembers);
        if announced
            && operator == (Binary::In, true)
            && !scope.is_called()
            && nothing_comparable(left, results, self.by())
        {
            self.trace.notice(Notice::IncomparableMembership(comparison));
        }
        let undecided = if role == Role::Assertion { Status::Fail } else { Status::Skip };
        if left.is_empty() {
            return Ok(match &*comparison.query.parts {
                [Part::Variable(..)] if self.has(Change::EmptyVariable) => Found::Nothing(undecided, Note::LeftEmpty),
                _ => Found::Nothing(Status::Skip, Note::None),
            });
        }
        if results.is_empty() && !self.has(Change::EmptyRight) {
            return Ok(Found::Nothing(Status::Skip, Note::None));
        }
        if results.is_empty() {
            return Ok(Found::Nothing(undecided, Note::RightEmpty(operator.1)));
        }
        if operator.0 == Binary::Equals
            && let Some(literal) = one_scalar(left, results, comparison.message.as_ref(), self.by())
        {
            return self.equals(comparison, operator.1, left, literal);
        }
        let outcomes = ops::compare(operator.0, operator.1, left, results, self.by())?;
        let message = match outcomes.iter().all(passes) {
            true => None,
            false => self.said(comparison.message.as_ref(), scope),
        };
        let mut recorder = Values { eval: self, comparison, message, operator, passed: 0, failed: 0 };
        outcomes.into_iter().for_each(|outcome| recorder.record(outcome));
        Ok(Found::Values { passed: recorder.passed, failed: recorder.failed })
    }
}

/// A fast path of [`ops::compare`] that avoids a list of outcomes. It applies in nearly all cases; see [`one_scalar`].
impl<'e, T: Trace<'e>> Eval<'e, T> {
    fn equals(
        &mut self,
        comparison: &'e Comparison,
        negated: bool,
        left: &[Res<'e>],
        literal: Ref<'e>,
    ) -> Result<Found<'e>, EvalError> {
        let by = self.by();
        let message = comparison.message.as_ref().map(|message| &*message.text);
        let operator = (Binary::Equals, negated);
        let mut values = Values { eval: self, comparison, message, operator, passed: 0, failed: 0 };
        for result in left {
            if let Res::Missing(missing) = result {
                values.one(Res::Missing(*missing), None, None);
            }
        }
        for value in left.iter().filter_map(Res::value).flat_map(ops::elements) {
            let why = match equal(value, literal, by) {
                Ok(holds) if holds != negated => {
                    values.pass();
                    continue;
                }
                Ok(_) => None,
                Err(PairError::Incomparable(why)) => Some(why),
                Err(PairError::EvalError(stop)) => return Err(stop),
            };
            values.one(Res::Resolved(value), Some(Res::Resolved(literal)), why);
        }
        Ok(Found::Values { passed: values.passed, failed: values.failed })
    }
}

/// Returns the right side if the fast path applies: the right side is a single scalar literal, the left side contains
/// scalars and resolved lists only, no value is a regular expression, and the message has no placeholders.
fn one_scalar<'e>(left: &[Res<'e>], right: &[Res<'e>], message: Option<&Message>, by: By<'_>) -> Option<Ref<'e>> {
    let [Res::Literal(literal)] = right else { return None };
    let is_regex = |value: &Value<'_>| matches!(value.kind, Kind::Regex(_));
    let is_plain = |result: &Res<'_>| match result {
        Res::Missing(_) => true,
        Res::Literal(value) => value.is_scalar() && !is_regex(value),
        Res::Resolved(value) => match value.list() {
            Some(items) => by.budget.take(items.len() as u64) && !items.iter().any(is_regex),
            None => !is_regex(value),
        },
    };
    let plain = literal.is_scalar() && !is_regex(literal) && left.iter().all(is_plain);
    (plain && message.is_none_or(|message| message.parts.is_empty())).then_some(*literal)
}

/// Counts and records the outcomes of a comparison.
struct Values<'r, 'e, T> {
    eval: &'r mut Eval<'e, T>,
    comparison: &'e Comparison,
    message: Option<&'e str>,
    operator: (Binary, bool),
    passed: usize,
    failed: usize,
}

impl<'e, T: Trace<'e>> Values<'_, 'e, T> {
    fn record(&mut self, outcome: Outcome<'e>) {
        match outcome {
            Outcome::LeftMissing(missing) => self.one(Res::Missing(missing), None, None),
            Outcome::RightMissing(missing, left) => {
                self.one(Res::Resolved(left), Some(Res::Missing(missing)), None);
            }
            Outcome::Incomparable(why, left, right) => {
                self.one(Res::Resolved(left), Some(Res::Resolved(right)), Some(why));
            }
            Outcome::Value(true, ..) | Outcome::InList(true, ..) => self.pass(),
            Outcome::Value(false, left, right) => self.one(Res::Resolved(left), Some(Res::Resolved(right)), None),
            Outcome::InList(false, left, right) => self.several(left, &[right]),
            Outcome::ListIn(set, left, right) => {
                if set.holds {
                    self.pass();
                } else {
                    self.several(left, &[right]);
                }
            }
            Outcome::Query(set, left, right) => {
                if set.holds {
                    left.iter().for_each(|_| self.pass());
                    return;
                }
                let to = self.to(&right);
                set.reported.into_iter().for_each(|value| self.fail_in(value, to));
            }
        }
    }

    fn pass(&mut self) {
        self.passed += 1;
        self.leaf(Check::Success);
    }

    fn one(&mut self, from: Res<'e>, to: Option<Res<'e>>, why: Option<ops::Incomparable<'e>>) {
        self.failed += 1;
        let (message, operator) = (self.message, self.operator);
        self.leaf(Check::Binary { message, operator, from, to, why });
    }

    fn several(&mut self, from: Ref<'e>, to: &[Ref<'e>]) {
        let to = self.to(to);
        self.fail_in(from, to);
    }

    fn fail_in(&mut self, from: Ref<'e>, to: &'e [Res<'e>]) {
        self.failed += 1;
        let (message, operator) = (self.message, self.operator);
        self.leaf(Check::In { message, operator, from: Res::Resolved(from), to });
    }

    fn to(&self, values: &[Ref<'e>]) -> &'e [Res<'e>] {
        self.eval.doc.arena.keep_all(values.iter().map(|value| Res::Resolved(value)))
    }

    fn leaf(&mut self, check: Check<'e>) {
        self.eval.trace.check(Context::Value(self.comparison), check, self.eval.doc.arena);
    }
}

fn passes(outcome: &Outcome<'_>) -> bool {
    match outcome {
        Outcome::Value(holds, ..) | Outcome::InList(holds, ..) => *holds,
        Outcome::ListIn(set, ..) | Outcome::Query(set, ..) => set.holds,
        Outcome::LeftMissing(_) | Outcome::RightMissing(..) | Outcome::Incomparable(..) => false,
    }
}

/// Whether both sides have values and no pair of them is comparable.
fn nothing_comparable(left: &[Res<'_>], right: &[Res<'_>], by: By<'_>) -> bool {
    let mut left = left.iter().filter_map(Res::value).peekable();
    let right = || right.iter().filter_map(Res::value).flat_map(ops::elements);
    left.peek().is_some()
        && right().next().is_some()
        && !left.any(|one| right().any(|other| !by.budget.take(1) || equal(one, other, by).is_ok()))
}
