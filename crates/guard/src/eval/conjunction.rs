//! Conjunctions of disjunctions.

use super::error::EvalError;
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::compile::position;
use crate::compile::program::{Block, Clause, Conjunctions};
use crate::outcome::{Context, Level, Note, Record, Status};

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Evaluates all disjunctions, also after one has failed; each is evaluated up to the first clause that passes.
    pub(super) fn conjunctions(
        &mut self,
        all: &'e Conjunctions,
        scope: &Scope<'_, 'e>,
        role: Role,
        level: Level,
    ) -> Result<Status, EvalError> {
        let mut status = Status::Skip;
        for any in all {
            status = status.and(match &**any {
                [only] => self.clause(only, scope, role)?,
                several => self.disjunction(several, scope, role, level)?,
            });
        }
        Ok(status)
    }

    fn disjunction(
        &mut self,
        any: &'e [Clause],
        scope: &Scope<'_, 'e>,
        role: Role,
        level: Level,
    ) -> Result<Status, EvalError> {
        let mark = self.trace.open(Context::Any(level));
        let mut status = Status::Skip;
        for clause in any {
            match self.clause(clause, scope, role) {
                Ok(Status::Pass) => {
                    status = Status::Pass;
                    break;
                }
                Ok(other) => status = status.and(other),
                Err(error) => {
                    let note = self.note(format_args!(
                        "Disjunction failed due to error {error}, bailing"
                    ));
                    self.trace.close(mark, Record::Any(Status::Fail, note));
                    return Err(error);
                }
            }
        }
        self.trace.close(mark, Record::Any(status, Note::None));
        Ok(status)
    }

    fn clause(
        &mut self,
        clause: &'e Clause,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let status = match clause {
            Clause::Comparison(comparison) => {
                // A lookup of a variable visits every enclosing scope.
                self.spend(1 + self.depth as usize)?;
                self.comparison(comparison, scope, role)
            }
            Clause::Reference(reference) => self.reference(reference, scope, role),
            Clause::Call(call) => self.deeper(|eval| eval.call(call, scope, role)),
            Clause::Block(block) => self.deeper(|eval| eval.query_block(block, scope, role)),
            Clause::When(when) => self.deeper(|eval| eval.when(when, scope, role)),
            Clause::Type(block) => self.deeper(|eval| eval.type_block(block, scope, role)),
        };
        status.map_err(|error| EvalError {
            at: error.at.or_else(|| position::of(clause)),
            ..error
        })
    }

    /// Evaluates the body of a block in a scope with its variables.
    pub(super) fn block(
        &mut self,
        block: &'e Block,
        scope: &Scope<'_, 'e>,
        role: Role,
        level: Level,
    ) -> Result<Status, EvalError> {
        if !block.lets.is_empty() {
            self.spend(block.lets.len())?;
        }
        self.conjunctions(
            &block.clauses,
            &Scope::block(&block.lets, scope),
            role,
            level,
        )
    }

    /// Returns a note with a text, which is copied into the arena.
    pub(super) fn note(&self, text: std::fmt::Arguments<'_>) -> Note<'e> {
        Note::Text(self.alloc_str(&text.to_string()))
    }
}
