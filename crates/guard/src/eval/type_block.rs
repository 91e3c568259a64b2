//! Type blocks, `AWS::S3::Bucket when CONDITIONS { ... }`.

use super::block::Tally;
use super::error::EvalError;
use super::result::{Missing, QueryResult};
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::Change;
use crate::compile::program::TypeBlock;
use crate::outcome::{Context, Level, Note, Record, Status};
use crate::value::Ref;
use cfn_warden_syntax::arena::ArenaValue;

/// Counts resources, to explain why a type block was skipped.
#[derive(Default)]
struct ResourceCounts<'e> {
    selected: usize,
    exempt: usize,
    missing: Option<&'e Missing<'e>>,
}

/// The result for one resource.
enum ResourceResult {
    Status(Status),
    Exempt,
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn type_block(
        &mut self,
        block: &'e TypeBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let mark = self.trace.open(Context::Type(block));
        if let Some(conditions) = block
            .conditions
            .as_ref()
            .filter(|_| !self.has(Change::ConditionsPerResource))
        {
            let when = self.trace.open(Context::TypeWhen(block));
            let status = self.conjunctions(conditions, scope, Role::Gate, Level::Condition);
            self.trace.close(
                when,
                Record::TypeCondition(*status.as_ref().unwrap_or(&Status::Fail)),
            );
            match status {
                Ok(Status::Pass) => {}
                Ok(_) => {
                    self.trace
                        .close(mark, Record::Type(Status::Skip, Note::None));
                    return Ok(Status::Skip);
                }
                Err(error) => {
                    let note = self.note(format_args!(
                        "Error {error} during type condition evaluation, bailing"
                    ));
                    self.trace.close(mark, Record::Type(Status::Fail, note));
                    return if self.fails_clause(&error, role) {
                        Ok(Status::Fail)
                    } else {
                        Err(error)
                    };
                }
            }
        }
        let mut results = self.list();
        if let Err(error) = self.query(&block.query.parts, scope, &mut results) {
            self.trace
                .close(mark, Record::Type(Status::Fail, Note::None));
            return Err(error);
        }
        if results.is_empty() {
            self.trace.close(
                mark,
                Record::Type(Status::Skip, Note::NoResource(&block.type_name)),
            );
            return Ok(Status::Skip);
        }
        let mut tally = Tally::default();
        let mut counts = ResourceCounts::default();
        for (result, at) in results.iter().copied().zip(0u32..) {
            match result {
                QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                    counts.selected += 1;
                    match self.resource(block, at, value, scope, role) {
                        Ok(ResourceResult::Status(status)) => tally.add(status),
                        Ok(ResourceResult::Exempt) => counts.exempt += 1,
                        Err((error, note)) => {
                            self.trace.close(mark, Record::Type(Status::Fail, note));
                            return Err(error);
                        }
                    }
                }
                QueryResult::Missing(_) if !self.has(Change::NoResources) => {
                    self.trace
                        .close(mark, Record::Type(Status::Fail, Note::None));
                    let what =
                        format_args!("Unable to resolve type block query: {}", block.type_name);
                    return Err(EvalError::missing(what));
                }
                QueryResult::Missing(missing) => {
                    let arena = self.doc.arena;
                    counts.missing.get_or_insert_with(|| arena.keep(missing));
                    self.trace
                        .leaf(Context::Resource(block, at), Record::Resource(Status::Skip));
                }
            }
        }
        let status = tally.status(false);
        let note = if status == Status::Skip {
            why_skipped(block, &counts)
        } else {
            Note::None
        };
        self.trace.close(mark, Record::Type(status, note));
        Ok(status)
    }

    fn resource(
        &mut self,
        block: &'e TypeBlock,
        at: u32,
        value: Ref<'e>,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<ResourceResult, (EvalError, Note<'e>)> {
        let mark = self.trace.open(Context::Resource(block, at));
        let scope = Scope::value(value, scope);
        if let Some(conditions) = block
            .conditions
            .as_ref()
            .filter(|_| self.has(Change::ConditionsPerResource))
        {
            let when = self.trace.open(Context::ResourceWhen(block, at));
            let status = self.conjunctions(conditions, &scope, Role::Gate, Level::Condition);
            self.trace.close(
                when,
                Record::TypeCondition(*status.as_ref().unwrap_or(&Status::Fail)),
            );
            match status {
                Ok(Status::Pass) => {}
                Ok(_) => {
                    self.trace.close(mark, Record::Resource(Status::Skip));
                    return Ok(ResourceResult::Exempt);
                }
                Err(error) => {
                    self.trace.close(mark, Record::Resource(Status::Fail));
                    return match error.unevaluatable {
                        true if self.fails_clause(&error, role) => {
                            Ok(ResourceResult::Status(Status::Fail))
                        }
                        true => Err((error, Note::None)),
                        false => {
                            let note = self.note(format_args!(
                                "Error {error} during type condition evaluation, bailing"
                            ));
                            Err((error, note))
                        }
                    };
                }
            }
        }
        let status = self.block(&block.block, &scope, role, Level::Block);
        self.trace.close(
            mark,
            Record::Resource(*status.as_ref().unwrap_or(&Status::Fail)),
        );
        status.map(ResourceResult::Status).map_err(|error| {
            let note = self.note(format_args!(
                "Error {error} during type block evaluation, bailing"
            ));
            (error, note)
        })
    }
}

fn why_skipped<'e>(block: &'e TypeBlock, counts: &ResourceCounts<'e>) -> Note<'e> {
    let name = &block.type_name;
    if counts.selected == 0 {
        Note::NoneSelected(name, counts.missing)
    } else if counts.exempt == counts.selected {
        Note::AllExempt(name)
    } else if block.conditions.is_none() {
        Note::NothingApplied(name)
    } else {
        Note::ExemptOrNothing(name)
    }
}
