//! Query blocks, `QUERY { ... }`, and `when` blocks, `when CONDITIONS { ... }`.

use super::error::EvalError;
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::compile::program::{QueryBlock, When};
use crate::eval::result::QueryResult;
use crate::outcome::{Check, Context, Level, Note, Record, Status};

/// Counts verdicts.
#[derive(Default)]
pub(super) struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    pub fn add(&mut self, status: Status) {
        match status {
            Status::Pass => self.passed += 1,
            Status::Fail => self.failed += 1,
            Status::Skip => {}
        }
    }

    /// Combines the verdicts: all must pass, or with `some` at least one.
    pub fn status(&self, some: bool) -> Status {
        match (self.passed, self.failed) {
            (0, 0) => Status::Skip,
            (0, _) => Status::Fail,
            (_, failed) if failed > 0 && !some => Status::Fail,
            _ => Status::Pass,
        }
    }
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn query_block(
        &mut self,
        block: &'e QueryBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let some = block.query.some;
        let mark = self.trace.open(Context::Block(block));
        let mut results = self.list();
        if let Err(error) = self.query(&block.query.parts, scope, &mut results) {
            self.trace
                .close(mark, Record::Block(Status::Fail, some, Note::None));
            return Err(error);
        }
        if results.is_empty() {
            let status = if block.not_empty {
                Status::Fail
            } else {
                Status::Skip
            };
            self.trace
                .close(mark, Record::Block(status, some, Note::None));
            return Ok(status);
        }
        let mut tally = Tally::default();
        for result in results.iter().copied() {
            match result {
                QueryResult::Missing(missing) => {
                    tally.add(Status::Fail);
                    self.trace.check(
                        Context::BlockValue(block),
                        Check::BlockValue(missing),
                        self.doc.arena,
                    );
                }
                QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                    match self.block(
                        &block.block,
                        &Scope::value(value, scope),
                        role,
                        Level::Block,
                    ) {
                        Ok(status) => tally.add(status),
                        Err(error) => {
                            let note = self.note(format_args!(
                                "Error {error} when handling block clause, bailing"
                            ));
                            self.trace
                                .close(mark, Record::Block(Status::Fail, some, note));
                            return Err(error);
                        }
                    }
                }
            }
        }
        let status = tally.status(some);
        self.trace
            .close(mark, Record::Block(status, some, Note::None));
        Ok(status)
    }

    /// Evaluates a `when` block. An error in the conditions fails an assertion; in a gate it is returned to the caller,
    /// which must not treat it as a decision.
    pub(super) fn when(
        &mut self,
        when: &'e When,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let mark = self.trace.open(Context::When(when));
        let conditions = self.trace.open(Context::WhenWhen(when));
        match self.conjunctions(&when.conditions, scope, Role::Gate, Level::Condition) {
            Ok(status) => {
                self.trace.close(conditions, Record::WhenCondition(status));
                if status != Status::Pass {
                    self.trace
                        .close(mark, Record::When(Status::Skip, Note::None));
                    return Ok(Status::Skip);
                }
            }
            Err(error) => {
                self.trace
                    .close(conditions, Record::WhenCondition(Status::Fail));
                let note = if error.unevaluatable {
                    self.note(format_args!(
                        "The condition could not be evaluated, so the block it guards is not checked: {error}"
                    ))
                } else {
                    self.note(format_args!(
                        "Error {error} during type condition evaluation, bailing"
                    ))
                };
                self.trace.close(mark, Record::When(Status::Fail, note));
                return if self.fails_clause(&error, role) {
                    Ok(Status::Fail)
                } else {
                    Err(error)
                };
            }
        }
        let status = self.block(&when.block, scope, role, Level::Block);
        let (recorded, note) = match &status {
            Ok(status) => (*status, Note::None),
            Err(error) => (
                Status::Fail,
                self.note(format_args!(
                    "Error {error} during type condition evaluation, bailing"
                )),
            ),
        };
        self.trace.close(mark, Record::When(recorded, note));
        status
    }
}
