//! Comparisons: the values of a query against a right side.

use super::error::EvalError;
use super::result::QueryResult;
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::Change;
use crate::compile::program::{Comparison, Message, Part, Test};
use crate::doc::Depth;
use crate::ops::{self, CompareContext, PairError, PairOutcome, equal};
use crate::outcome::{Check, Context, Note, Notice, Record, RightEmpty, Status};
use crate::syntax::ast::Binary;
use crate::value::{Kind, Ref, Value};
use cfn_warden_syntax::arena::ArenaValue;

/// The results of a clause before they are combined to a verdict.
pub(super) enum ClauseResult<'e> {
    /// Nothing was compared; the verdict and the note.
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
            Test::Unary(operator, negated) => (
                self.unary(comparison, (*operator, *negated), scope, role),
                false,
            ),
            Test::Binary(operator, negated, right) => {
                let operator = (*operator, *negated != self.leading_not(comparison));
                self.with_list(|eval, results| match eval.operand(right, scope, results) {
                    Ok(()) => (
                        eval.binary(comparison, operator, results, scope, role),
                        false,
                    ),
                    Err(error) => (Err(error), true),
                })
            }
        };
        let (status, note) = match found {
            Ok(ClauseResult::Nothing(status, note)) => (status, note),
            Ok(ClauseResult::Values { passed, failed }) => {
                let holds = if some { passed > 0 } else { failed == 0 };
                if passed == 0 && failed == 0 && !some {
                    self.vacuous(comparison, scope, role)
                } else {
                    (if holds { Status::Pass } else { Status::Fail }, Note::None)
                }
            }
            Err(error) => {
                let note = self.note(format_args!("Error {error} when handling clause, bailing"));
                self.trace
                    .close(mark, Record::Comparison(Status::Fail, some, note));
                // Errors in the right side are always returned to the caller.
                return if self.fails_clause(&error, role) && !in_right {
                    Ok(Status::Fail)
                } else {
                    Err(error)
                };
            }
        };
        self.trace
            .close(mark, Record::Comparison(status, some, note));
        Ok(status)
    }

    /// Whether `not` before the query negates a binary operator.
    pub(super) fn leading_not(&self, comparison: &Comparison) -> bool {
        comparison.negated && self.has(Change::LeadingNot)
    }

    /// The verdict if only empty lists were compared.
    pub(super) fn vacuous(
        &mut self,
        comparison: &'e Comparison,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> (Status, Note<'e>) {
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
        results: &[QueryResult<'e>],
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<ClauseResult<'e>, EvalError> {
        self.with_list(|eval, left| {
            eval.query(&comparison.query.parts, scope, left)?;
            eval.trace.read(results)?;
            eval.trace.read(left)?;
            eval.compare_results(comparison, operator, (left, results), scope, role)
        })
    }

    pub(super) fn compare_results(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        (left, results): (&[QueryResult<'e>], &[QueryResult<'e>]),
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<ClauseResult<'e>, EvalError> {
        self.doc
            .ambiguous_scalars
            .mark_compared(left.iter().filter_map(QueryResult::value));
        self.doc
            .ambiguous_scalars
            .mark_compared(results.iter().filter_map(QueryResult::value));
        let depth_beside = |others: &[QueryResult<'e>]| {
            let mut values = others.iter().filter_map(QueryResult::value);
            match values.any(|value| matches!(value.kind, Kind::Map(_) | Kind::List(_))) {
                true => Depth::All,
                false => Depth::Items,
            }
        };
        for (values, others) in [(left, results), (results, left)] {
            let values = values.iter().filter_map(QueryResult::value);
            self.doc.read_functions.mark(values, depth_beside(others));
        }
        let announced = !self.has(Change::IncomparableMembers);
        if announced
            && operator == (Binary::In, true)
            && !scope.is_called()
            && nothing_comparable(left, results, self.cx())
        {
            self.trace
                .notice(Notice::IncomparableMembership(comparison));
        }
        let failure_status = if role == Role::Assertion {
            Status::Fail
        } else {
            Status::Skip
        };
        if left.is_empty() {
            return Ok(match &*comparison.query.parts {
                [Part::Variable(..)] if self.has(Change::EmptyVariable) => {
                    ClauseResult::Nothing(failure_status, Note::LeftEmpty)
                }
                _ => ClauseResult::Nothing(Status::Skip, Note::None),
            });
        }
        if results.is_empty() && !self.has(Change::EmptyRight) {
            return Ok(ClauseResult::Nothing(Status::Skip, Note::None));
        }
        if results.is_empty() {
            let mut empty = RightEmpty {
                negated: operator.1,
                left: &[],
                message: None,
            };
            // Conditions and filters report nothing.
            if role == Role::Assertion {
                let origins: Vec<_> = left.iter().map(QueryResult::origin).collect();
                empty.left = self.doc.arena.alloc_slice_copy(&origins);
                empty.message = self.render_message(comparison.message.as_ref(), scope);
            }
            return Ok(ClauseResult::Nothing(
                failure_status,
                Note::RightEmpty(empty),
            ));
        }
        if operator.0 == Binary::Equals
            && let Some(literal) = one_scalar(left, results, comparison.message.as_ref(), self.cx())
        {
            return self.equals(comparison, operator.1, left, literal);
        }
        let outcomes = ops::compare(operator.0, operator.1, left, results, self.cx())?;
        let message = match outcomes.iter().all(passes) {
            true => None,
            false => self.render_message(comparison.message.as_ref(), scope),
        };
        let mut recorder = ComparisonRecorder {
            eval: self,
            comparison,
            message,
            operator,
            passed: 0,
            failed: 0,
        };
        outcomes
            .into_iter()
            .for_each(|outcome| recorder.record(outcome));
        Ok(ClauseResult::Values {
            passed: recorder.passed,
            failed: recorder.failed,
        })
    }
}

/// A fast path of [`ops::compare`] that avoids a list of outcomes. It applies in nearly all cases; see [`one_scalar`].
impl<'e, T: Trace<'e>> Eval<'e, T> {
    fn equals(
        &mut self,
        comparison: &'e Comparison,
        negated: bool,
        left: &[QueryResult<'e>],
        literal: Ref<'e>,
    ) -> Result<ClauseResult<'e>, EvalError> {
        let cx = self.cx();
        let message = comparison.message.as_ref().map(|message| &*message.text);
        let operator = (Binary::Equals, negated);
        let mut values = ComparisonRecorder {
            eval: self,
            comparison,
            message,
            operator,
            passed: 0,
            failed: 0,
        };
        for result in left {
            if let QueryResult::Missing(missing) = result {
                values.one(QueryResult::Missing(*missing), None, None);
            }
        }
        for value in left
            .iter()
            .filter_map(QueryResult::value)
            .flat_map(ops::elements)
        {
            let why = match equal(value, literal, cx) {
                Ok(holds) if holds != negated => {
                    values.pass();
                    continue;
                }
                Ok(_) => None,
                Err(PairError::Incomparable(why)) => Some(why),
                Err(PairError::EvalError(error)) => return Err(error),
            };
            values.one(
                QueryResult::Resolved(value),
                Some(QueryResult::Resolved(literal)),
                why,
            );
        }
        Ok(ClauseResult::Values {
            passed: values.passed,
            failed: values.failed,
        })
    }
}

/// Returns the right side if the fast path applies: the right side is a single scalar literal, the left side contains
/// scalars and resolved lists only, no value is a regular expression, and the message has no placeholders.
fn one_scalar<'e>(
    left: &[QueryResult<'e>],
    right: &[QueryResult<'e>],
    message: Option<&Message>,
    cx: CompareContext<'_>,
) -> Option<Ref<'e>> {
    let [QueryResult::Literal(literal)] = right else {
        return None;
    };
    let is_regex = |value: &Value<'_>| matches!(value.kind, Kind::Regex(_));
    let is_plain = |result: &QueryResult<'_>| match result {
        QueryResult::Missing(_) => true,
        QueryResult::Literal(value) => value.is_scalar() && !is_regex(value),
        QueryResult::Resolved(value) => match value.list() {
            Some(items) => cx.budget.take(items.len() as u64) && !items.iter().any(is_regex),
            None => !is_regex(value),
        },
    };
    let plain = literal.is_scalar() && !is_regex(literal) && left.iter().all(is_plain);
    (plain && message.is_none_or(|message| message.parts.is_empty())).then_some(*literal)
}

/// Counts and records the outcomes of a comparison.
struct ComparisonRecorder<'r, 'e, T> {
    eval: &'r mut Eval<'e, T>,
    comparison: &'e Comparison,
    message: Option<&'e str>,
    operator: (Binary, bool),
    passed: usize,
    failed: usize,
}

impl<'e, T: Trace<'e>> ComparisonRecorder<'_, 'e, T> {
    fn record(&mut self, outcome: PairOutcome<'e>) {
        match outcome {
            PairOutcome::LeftMissing(missing) => {
                self.one(QueryResult::Missing(missing), None, None)
            }
            PairOutcome::RightMissing(missing, left) => {
                self.one(
                    QueryResult::Resolved(left),
                    Some(QueryResult::Missing(missing)),
                    None,
                );
            }
            PairOutcome::Incomparable(why, left, right) => {
                self.one(
                    QueryResult::Resolved(left),
                    Some(QueryResult::Resolved(right)),
                    Some(why),
                );
            }
            PairOutcome::Value(true, ..) | PairOutcome::InList(true, ..) => self.pass(),
            PairOutcome::Value(false, left, right) => self.one(
                QueryResult::Resolved(left),
                Some(QueryResult::Resolved(right)),
                None,
            ),
            PairOutcome::InList(false, left, right) => self.several(left, &[right]),
            PairOutcome::ListIn(set, left, right) => {
                if set.holds {
                    self.pass();
                } else {
                    self.several(left, &[right]);
                }
            }
            PairOutcome::Query(set, left, right) => {
                if set.holds {
                    left.iter().for_each(|_| self.pass());
                    return;
                }
                let to = self.to(&right);
                set.reported
                    .into_iter()
                    .for_each(|value| self.fail_in(value, to));
            }
        }
    }

    fn pass(&mut self) {
        self.passed += 1;
        self.leaf(Check::Success);
    }

    fn one(
        &mut self,
        from: QueryResult<'e>,
        to: Option<QueryResult<'e>>,
        why: Option<ops::Incomparable<'e>>,
    ) {
        self.failed += 1;
        let (message, operator) = (self.message, self.operator);
        self.leaf(Check::Binary {
            message,
            operator,
            from,
            to,
            why,
        });
    }

    fn several(&mut self, from: Ref<'e>, to: &[Ref<'e>]) {
        let to = self.to(to);
        self.fail_in(from, to);
    }

    fn fail_in(&mut self, from: Ref<'e>, to: &'e [QueryResult<'e>]) {
        self.failed += 1;
        let (message, operator) = (self.message, self.operator);
        self.leaf(Check::In {
            message,
            operator,
            from: QueryResult::Resolved(from),
            to,
        });
    }

    fn to(&self, values: &[Ref<'e>]) -> &'e [QueryResult<'e>] {
        self.eval
            .doc
            .arena
            .keep_all(values.iter().map(|value| QueryResult::Resolved(value)))
    }

    fn leaf(&mut self, check: Check<'e>) {
        self.eval
            .trace
            .check(Context::Value(self.comparison), check, self.eval.doc.arena);
    }
}

fn passes(outcome: &PairOutcome<'_>) -> bool {
    match outcome {
        PairOutcome::Value(holds, ..) | PairOutcome::InList(holds, ..) => *holds,
        PairOutcome::ListIn(set, ..) | PairOutcome::Query(set, ..) => set.holds,
        PairOutcome::LeftMissing(_)
        | PairOutcome::RightMissing(..)
        | PairOutcome::Incomparable(..) => false,
    }
}

/// Whether both sides have values and no pair of them is comparable.
fn nothing_comparable(
    left: &[QueryResult<'_>],
    right: &[QueryResult<'_>],
    cx: CompareContext<'_>,
) -> bool {
    let mut left = left.iter().filter_map(QueryResult::value).peekable();
    let right = || {
        right
            .iter()
            .filter_map(QueryResult::value)
            .flat_map(ops::elements)
    };
    left.peek().is_some()
        && right().next().is_some()
        && !left.any(|one| right().any(|other| !cx.budget.take(1) || equal(one, other, cx).is_ok()))
}
