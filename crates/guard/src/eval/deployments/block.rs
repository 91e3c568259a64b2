//! Rules, blocks and disjunctions: everything that has clauses.

use cfn_warden_syntax::deployments::DeploymentSet;

use super::clause::Doubt;
use super::scope::{Found, Scope, What};
use super::verdict::{Tally, Verdict};
use super::{Evaluator, VaryingCheck};
use crate::Change;
use crate::budget::LimitExceeded;
use crate::compile::position;
use crate::compile::program::{Block, Clause, Conjunctions, Location, QueryBlock, TypeBlock, When};
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::eval::{DEPTH, Role};
use crate::outcome::Status;
use crate::value::Origin;

impl<'e> Evaluator<'e> {
    /// Evaluates conditions: what they decide, with their errors as failures where they fail what they guard.
    pub(super) fn gate(
        &mut self,
        conditions: &'e Conjunctions,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Gate<'e>, LimitExceeded> {
        let mark = self.checks.len();
        let verdict = self.conjunctions(conditions, scope, Role::Gate, under)?;
        let depends_on = self.unknown_since(mark);
        let unknowns = self.checks.split_off(mark);
        let errors = verdict.only_errors();
        let skip = self.sets.or(verdict.fail, verdict.skip);
        let ended = self
            .on_errors(errors, role)
            .union(Verdict::of(Status::Skip, skip), self.sets);
        // What makes a condition unknown is reported with what it guards.
        for check in unknowns {
            let unknown = self.sets.and(check.unknown, verdict.unknown);
            let doubt = Doubt {
                origin: check.origin,
                depends_on: check.depends_on,
            };
            self.unknown_check(check.at, doubt, unknown);
        }
        Ok(Gate {
            applies: verdict.pass,
            doubt: verdict.unknown,
            unsure: verdict.unsure,
            ended,
            unknown: depends_on,
        })
    }

    /// The first unknown value that checks since then depend on.
    pub(super) fn unknown_since(&self, mark: usize) -> Option<Origin<'e>> {
        let checks = self.checks.iter().skip(mark);
        checks
            .filter(|check| !check.unknown.is_empty())
            .find_map(VaryingCheck::unknown_value)
    }

    /// Evaluates what conditions guard, where they hold and where that is not known.
    pub(super) fn guarded(
        &mut self,
        gate: Gate<'e>,
        run: impl FnOnce(&mut Self, DeploymentSet) -> Result<Verdict, LimitExceeded>,
    ) -> Result<Verdict, LimitExceeded> {
        let under = self.sets.or(gate.applies, gate.doubt);
        if under.is_empty() {
            return Ok(gate.ended);
        }
        let mark = self.checks.len();
        let sets = self.sets;
        let verdict = self
            .doubting(gate.doubt, |eval| run(eval, under))?
            .doubted(gate.doubt, sets);
        let certain = verdict.within(sets.minus(under, gate.unsure), sets);
        let unsure = Verdict {
            unknown: gate.unsure,
            unsure: gate.unsure,
            ..Verdict::default()
        };
        let verdict = certain.union(unsure, sets);
        for check in self.checks.iter_mut().skip(mark) {
            check.doubt(sets.and(check.fail, gate.doubt), gate.unknown, sets);
        }
        Ok(verdict.union(gate.ended, sets))
    }

    /// Evaluates what may not be evaluated at all in some deployments.
    pub(super) fn doubting<T>(
        &mut self,
        doubt: DeploymentSet,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.doubt;
        if self.program.captures {
            self.doubt = self.sets.or(before, doubt);
        }
        let result = run(self);
        self.doubt = before;
        result
    }

    /// Evaluates what is evaluated only with some texts of an unknown value.
    fn doubtful(
        &mut self,
        at: Location,
        (under, unknown): (DeploymentSet, Origin<'e>),
        run: impl FnOnce(&mut Self) -> Result<Verdict, LimitExceeded>,
    ) -> Result<Verdict, LimitExceeded> {
        let verdict = self.unreported(under, run)?;
        self.unknown_check(at, Doubt::about(Some(unknown)), verdict.unknown);
        Ok(verdict)
    }

    /// Evaluates what may not be evaluated at all, without a record of what fails in it.
    pub(super) fn unreported(
        &mut self,
        under: DeploymentSet,
        run: impl FnOnce(&mut Self) -> Result<Verdict, LimitExceeded>,
    ) -> Result<Verdict, LimitExceeded> {
        if under.is_empty() {
            return Ok(Verdict::default());
        }
        let (mark, error) = (self.checks.len(), self.error.take());
        let verdict = self.doubting(under, run)?.doubted(under, self.sets);
        self.error = error;
        self.checks.truncate(mark);
        Ok(verdict)
    }

    pub(super) fn conjunctions(
        &mut self,
        all: &'e Conjunctions,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let mut verdict = Verdict::of(Status::Skip, under);
        for any in all {
            let under = self.sets.minus(under, verdict.errors(self.sets));
            if under.is_empty() {
                break;
            }
            let next = match &**any {
                [only] => self.clause(only, scope, role, under)?,
                several => self.disjunction(several, scope, role, under)?,
            };
            verdict = verdict.and(next, self.sets);
        }
        Ok(verdict)
    }

    /// Evaluates clauses up to the first one that passes.
    fn disjunction(
        &mut self,
        any: &'e [Clause],
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let mark = self.checks.len();
        let mut verdict = Verdict::of(Status::Skip, under);
        for clause in any {
            let ended = self.sets.or(verdict.pass, verdict.errors(self.sets));
            let under = self.sets.minus(under, ended);
            if under.is_empty() {
                break;
            }
            let unknown = verdict.unknown;
            let next = self.doubting(unknown, |eval| eval.clause(clause, scope, role, under))?;
            verdict = verdict.or(next, self.sets);
        }
        self.keep_checks(mark, verdict);
        Ok(verdict)
    }

    /// Drops checks where what contains them neither fails nor is unknown.
    fn keep_checks(&mut self, mark: usize, verdict: Verdict) {
        if self.checks.len() <= mark {
            return;
        }
        let sets = self.sets;
        let unknown = if verdict.unknown.is_empty() {
            None
        } else {
            self.unknown_since(mark)
        };
        for check in self.checks.iter_mut().skip(mark) {
            check.doubt(sets.and(check.fail, verdict.unknown), unknown, sets);
            check.fail = sets.and(check.fail, verdict.fail);
            check.unknown = sets.and(check.unknown, verdict.unknown);
        }
        let mut index = 0;
        self.checks.retain(|check| {
            index += 1;
            index <= mark || !check.fail.is_empty() || !check.unknown.is_empty()
        });
    }

    fn clause(
        &mut self,
        clause: &'e Clause,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        if let Clause::Comparison(comparison) = clause {
            self.spend(1 + self.depth as usize)?;
            let mark = self.checks.len();
            let verdict = self.comparison(comparison, scope, role, under)?;
            self.keep_checks(mark, verdict);
            self.locate_error(clause);
            return Ok(verdict);
        }
        if let Some(error) = self.enter()? {
            return Ok(self.error_verdict(error, under));
        }
        let mark = self.checks.len();
        let verdict = match clause {
            Clause::Comparison(comparison) => self.comparison(comparison, scope, role, under),
            Clause::Reference(reference) => self.reference(reference, scope, role, under),
            Clause::Call(call) => self.call(call, scope, role, under),
            Clause::Block(block) => self.query_block(block, scope, role, under),
            Clause::When(when) => self.when(when, scope, role, under),
            Clause::Type(block) => self.type_block(block, scope, role, under),
        };
        self.depth -= 1;
        self.keep_checks(
            mark,
            *verdict
                .as_ref()
                .map_or(&Verdict::default(), |verdict| verdict),
        );
        self.locate_error(clause);
        verdict
    }

    /// Adds the position of a clause to the error that it has caused.
    fn locate_error(&mut self, clause: &Clause) {
        if let Some(error) = &mut self.error {
            error.at = error.at.or_else(|| position::of(clause));
        }
    }

    /// Goes one level deeper; returns an error beyond the limit.
    pub(super) fn enter(&mut self) -> Result<Option<EvalError>, LimitExceeded> {
        if self.depth >= DEPTH {
            return Ok(Some(EvalError::fatal(format!(
                "evaluation is nested more than {DEPTH} levels deep"
            ))));
        }
        self.spend(1 + self.depth as usize)?;
        self.depth += 1;
        Ok(None)
    }

    pub(super) fn block(
        &mut self,
        block: &'e Block,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        self.spend(block.lets.len())?;
        self.conjunctions(
            &block.clauses,
            &Scope::block(&block.lets, scope),
            role,
            under,
        )
    }

    fn when(
        &mut self,
        when: &'e When,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let gate = self.gate(&when.conditions, scope, role, under)?;
        self.guarded(gate, |eval, under| {
            eval.block(&when.block, scope, role, under)
        })
    }

    fn query_block(
        &mut self,
        block: &'e QueryBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let answers = self.query(&block.query.parts, scope, under)?;
        let mut other = answers.only_errors();
        let none = self.nothing(&answers, under);
        let empty = if block.not_empty {
            Status::Fail
        } else {
            Status::Skip
        };
        if block.not_empty {
            self.failed_check(block.at, None, none);
        }
        other = other.union(Verdict::of(empty, none), self.sets);
        let mut tally = Tally::default();
        for Found { set, what } in &answers.found {
            let set = self.sets.minus(*set, other.errors(self.sets));
            match what {
                What::Open(unknown) | What::Call(unknown) => {
                    tally.add(what.not_decided(set), self.sets);
                    self.unknown_check(block.at, Doubt::about(Some(*unknown)), set);
                }
                What::Maybe(result, unknown) => {
                    let verdict =
                        self.doubtful(block.at, (set, *unknown), |eval| match result.value() {
                            Some(value) => {
                                eval.block(&block.block, &Scope::value(value, scope), role, set)
                            }
                            None => Ok(Verdict::of(Status::Fail, set)),
                        })?;
                    tally.add(verdict, self.sets);
                }
                What::One(QueryResult::Missing(missing)) => {
                    tally.add(Verdict::of(Status::Fail, set), self.sets);
                    self.failed_check(block.at, Some(missing.at.origin), set);
                }
                What::One(QueryResult::Resolved(value) | QueryResult::Literal(value)) => {
                    let verdict =
                        self.block(&block.block, &Scope::value(value, scope), role, set)?;
                    tally.add(verdict, self.sets);
                    let errors = verdict.only_errors();
                    other = other.union(errors, self.sets);
                }
            }
        }
        let rest = self.sets.minus(under, other.covered(self.sets));
        Ok(tally
            .verdict(block.query.some, Status::Skip, rest, self.sets)
            .union(other, self.sets))
    }

    fn type_block(
        &mut self,
        block: &'e TypeBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let per_resource = self.plain.has(Change::ConditionsPerResource);
        match block.conditions.as_ref().filter(|_| !per_resource) {
            Some(conditions) => {
                let gate = self.gate(conditions, scope, role, under)?;
                self.guarded(gate, |eval, under| {
                    eval.resources(block, scope, role, under)
                })
            }
            None => self.resources(block, scope, role, under),
        }
    }

    fn resources(
        &mut self,
        block: &'e TypeBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let answers = self.query(&block.query.parts, scope, under)?;
        let mut errors = answers.only_errors();
        let mut tally = Tally::default();
        for Found { set, what } in &answers.found {
            let set = self.sets.minus(*set, errors.errors(self.sets));
            let verdict = match what {
                What::Open(unknown) | What::Call(unknown) => {
                    self.unknown_check(block.at, Doubt::about(Some(*unknown)), set);
                    what.not_decided(set)
                }
                What::Maybe(
                    QueryResult::Resolved(value) | QueryResult::Literal(value),
                    unknown,
                ) => {
                    let resource = |eval: &mut Self| {
                        eval.resource(block, &Scope::value(value, scope), role, set)
                    };
                    self.doubtful(block.at, (set, *unknown), resource)?
                }
                What::One(QueryResult::Resolved(value) | QueryResult::Literal(value)) => {
                    self.resource(block, &Scope::value(value, scope), role, set)?
                }
                What::One(QueryResult::Missing(_)) | What::Maybe(QueryResult::Missing(_), _)
                    if self.plain.has(Change::NoResources) =>
                {
                    continue;
                }
                What::Maybe(QueryResult::Missing(_), unknown) => {
                    What::Call(*unknown).not_decided(set)
                }
                What::One(QueryResult::Missing(_)) => {
                    let what =
                        format_args!("Unable to resolve type block query: {}", block.type_name);
                    self.error_verdict(EvalError::missing(what), set)
                }
            };
            tally.add(verdict, self.sets);
            let failed = verdict.only_errors();
            errors = errors.union(failed, self.sets);
        }
        let rest = self.sets.minus(under, errors.covered(self.sets));
        Ok(tally
            .verdict(false, Status::Skip, rest, self.sets)
            .union(errors, self.sets))
    }

    fn resource(
        &mut self,
        block: &'e TypeBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let per_resource = self.plain.has(Change::ConditionsPerResource);
        match block.conditions.as_ref().filter(|_| per_resource) {
            Some(conditions) => {
                let gate = self.gate(conditions, scope, role, under)?;
                self.guarded(gate, |eval, under| {
                    eval.block(&block.block, scope, role, under)
                })
            }
            None => self.block(&block.block, scope, role, under),
        }
    }
}

/// What conditions decide.
pub(super) struct Gate<'e> {
    /// Where they hold.
    applies: DeploymentSet,
    /// Where that is not known.
    doubt: DeploymentSet,
    /// Where they may be an error.
    unsure: DeploymentSet,
    /// The verdict of what they guard elsewhere.
    ended: Verdict,
    /// An unknown value that they depend on.
    unknown: Option<Origin<'e>>,
}
