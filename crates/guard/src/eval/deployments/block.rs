//! Rules, blocks and disjunctions: everything that has clauses.

use std::rc::Rc;

use cfn_warden_syntax::deployments::DeploymentSet;

use super::scope::{Answers, Found, Scope, What};
use super::verdict::{Tally, Verdict};
use super::{Evaluator, NamedRule};
use crate::Change;
use crate::budget::LimitExceeded;
use crate::compile::program::{
    Block, Clause, Conjunctions, Operand, QueryBlock, Reference, Rule, RuleCall, TypeBlock, When,
};
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::eval::{DEPTH, Role};
use crate::outcome::Status;

impl<'e> Evaluator<'e> {
    pub(super) fn rule(
        &mut self,
        rule: &'e Rule,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        self.spend(1)?;
        let Some(conditions) = &rule.conditions else {
            return self.block(&rule.block, scope, role, under);
        };
        let gate = self.gate(conditions, scope, role, under)?;
        self.guarded(gate, |eval, under| eval.block(&rule.block, scope, role, under))
    }

    /// Evaluates conditions: what they decide, with their errors as failures where they fail what they guard.
    fn gate(
        &mut self,
        conditions: &'e Conjunctions,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Gate, LimitExceeded> {
        let mark = self.checks.len();
        let verdict = self.conjunctions(conditions, scope, Role::Gate, under)?;
        let unknowns = self.checks.split_off(mark);
        let errors = Verdict { error: verdict.error, fatal: verdict.fatal, ..Verdict::default() };
        let skip = self.sets.or(verdict.fail, verdict.skip);
        let ended = self.on_errors(errors, role).union(Verdict::of(Status::Skip, skip), self.sets);
        // What makes a condition unknown is reported with what it guards.
        for check in unknowns {
            let unknown = self.sets.and(check.unknown, verdict.unknown);
            self.check(check.at, Some(check.origin), DeploymentSet::NONE, unknown);
        }
        Ok(Gate { applies: verdict.pass, doubt: verdict.unknown, unsure: verdict.unsure, ended })
    }

    /// Evaluates what conditions guard, where they hold and where that is not known.
    fn guarded(
        &mut self,
        gate: Gate,
        run: impl FnOnce(&mut Self, DeploymentSet) -> Result<Verdict, LimitExceeded>,
    ) -> Result<Verdict, LimitExceeded> {
        let under = self.sets.or(gate.applies, gate.doubt);
        if under.is_empty() {
            return Ok(gate.ended);
        }
        let mark = self.checks.len();
        let sets = self.sets;
        let verdict = run(self, under)?.doubted(gate.doubt, sets);
        let certain = verdict.within(sets.minus(under, gate.unsure), sets);
        let unsure = Verdict { unknown: gate.unsure, unsure: gate.unsure, ..Verdict::default() };
        let verdict = certain.union(unsure, sets);
        for check in self.checks.iter_mut().skip(mark) {
            let doubtful = sets.and(check.fail, gate.doubt);
            check.fail = sets.minus(check.fail, doubtful);
            check.unknown = sets.or(check.unknown, doubtful);
        }
        Ok(verdict.union(gate.ended, sets))
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
            let next = self.clause(clause, scope, role, under)?;
            verdict = verdict.or(next, self.sets);
        }
        self.keep_checks(mark, verdict);
        Ok(verdict)
    }

    /// Drops checks where what contains them neither fails nor is unknown.
    fn keep_checks(&mut self, mark: usize, verdict: Verdict) {
        let sets = self.sets;
        for check in self.checks.iter_mut().skip(mark) {
            let doubtful = sets.and(sets.or(check.fail, check.unknown), verdict.unknown);
            check.fail = sets.and(check.fail, verdict.fail);
            check.unknown = doubtful;
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
        self.keep_checks(mark, *verdict.as_ref().map_or(&Verdict::default(), |verdict| verdict));
        verdict
    }

    /// Goes one level deeper; returns an error beyond the limit.
    pub(super) fn enter(&mut self) -> Result<Option<EvalError>, LimitExceeded> {
        if self.depth >= DEPTH {
            return Ok(Some(EvalError::fatal(format!("evaluation is nested more than {DEPTH} levels deep"))));
        }
        self.spend(1 + self.depth as usize)?;
        self.depth += 1;
        Ok(None)
    }

    fn block(
        &mut self,
        block: &'e Block,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        self.spend(block.lets.len())?;
        self.conjunctions(&block.clauses, &Scope::block(&block.lets, scope), role, under)
    }

    fn when(
        &mut self,
        when: &'e When,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let gate = self.gate(&when.conditions, scope, role, under)?;
        self.guarded(gate, |eval, under| eval.block(&when.block, scope, role, under))
    }

    fn query_block(
        &mut self,
        block: &'e QueryBlock,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let answers = self.query(&block.query.parts, scope, under)?;
        let mut other = Verdict { error: answers.error, fatal: answers.fatal, ..Verdict::default() };
        let (none, _) = self.nothing(&answers, under);
        let empty = if block.not_empty { Status::Fail } else { Status::Skip };
        if block.not_empty {
            self.check(block.at, Some(scope.start.origin), none, DeploymentSet::NONE);
        }
        other = other.union(Verdict::of(empty, none), self.sets);
        let mut tally = Tally::default();
        for Found { set, what } in &answers.found {
            let set = self.sets.minus(*set, other.errors(self.sets));
            match what {
                What::Open | What::Call => {
                    let unsure = if matches!(what, What::Call) { set } else { DeploymentSet::NONE };
                    tally.add(Verdict { unknown: set, unsure, ..Verdict::default() }, self.sets);
                    self.check(block.at, Some(scope.start.origin), DeploymentSet::NONE, set);
                }
                What::One(QueryResult::Missing(missing)) => {
                    tally.add(Verdict::of(Status::Fail, set), self.sets);
                    self.check(block.at, Some(missing.at.origin), set, DeploymentSet::NONE);
                }
                What::One(QueryResult::Resolved(value) | QueryResult::Literal(value)) => {
                    let verdict = self.block(&block.block, &Scope::value(value, scope), role, set)?;
                    tally.add(verdict, self.sets);
                    let errors = Verdict { error: verdict.error, fatal: verdict.fatal, ..Verdict::default() };
                    other = other.union(errors, self.sets);
                }
            }
        }
        let rest = self.sets.minus(under, other.covered(self.sets));
        Ok(tally.verdict(block.query.some, Status::Skip, rest, self.sets).union(other, self.sets))
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
                self.guarded(gate, |eval, under| eval.resources(block, scope, role, under))
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
        let mut errors = Verdict { error: answers.error, fatal: answers.fatal, ..Verdict::default() };
        let mut tally = Tally::default();
        for Found { set, what } in &answers.found {
            let set = self.sets.minus(*set, errors.errors(self.sets));
            let verdict = match what {
                What::Open | What::Call => Verdict { unknown: set, ..Verdict::default() },
                What::One(QueryResult::Resolved(value) | QueryResult::Literal(value)) => {
                    self.resource(block, &Scope::value(value, scope), role, set)?
                }
                What::One(QueryResult::Missing(_)) if self.plain.has(Change::NoResources) => continue,
                What::One(QueryResult::Missing(_)) => {
                    let what = format_args!("Unable to resolve type block query: {}", block.type_name);
                    self.error_verdict(EvalError::missing(what), set)
                }
            };
            tally.add(verdict, self.sets);
            let failed = Verdict { error: verdict.error, fatal: verdict.fatal, ..Verdict::default() };
            errors = errors.union(failed, self.sets);
        }
        let rest = self.sets.minus(under, errors.covered(self.sets));
        Ok(tally.verdict(false, Status::Skip, rest, self.sets).union(errors, self.sets))
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
                self.guarded(gate, |eval, under| eval.block(&block.block, scope, role, under))
            }
            None => self.block(&block.block, scope, role, under),
        }
    }

    fn reference(
        &mut self,
        reference: &'e Reference,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let running = self.statuses.get(&(&*reference.rule, role)).map_or(DeploymentSet::NONE, |rule| rule.running);
        let circular = self.sets.and(under, running);
        let mark = self.checks.len();
        let verdict = self.named_rule(&reference.rule, scope, role, under)?;
        // The referenced rule reports its own values.
        self.checks.truncate(mark);
        let mut verdict = self.of_reference(verdict, reference.negated, role);
        if role == Role::Assertion {
            let failing = self.sets.and(circular, verdict.errors(self.sets));
            let rest = self.sets.minus(verdict.covered(self.sets), failing);
            verdict = verdict.within(rest, self.sets).union(Verdict::of(Status::Fail, failing), self.sets);
        }
        self.check(reference.at, Some(scope.start.origin), verdict.fail, verdict.unknown);
        Ok(verdict)
    }

    /// Returns the verdict of the first rule of a name that is not skipped, in each deployment.
    fn named_rule(
        &mut self,
        name: &'e str,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let none = DeploymentSet::NONE;
        let key = (name, role);
        let known = self.statuses.get(&key).copied();
        let known = known.unwrap_or(NamedRule { verdict: Verdict::default(), covered: none, running: none });
        let circular = self.sets.and(under, known.running);
        let mut verdict = known.verdict.within(under, self.sets);
        if !circular.is_empty() {
            let error = EvalError::incompatible(format_args!("rule `{name}` refers to itself"));
            verdict = verdict.union(self.error_verdict(error, circular), self.sets);
        }
        let open = self.sets.minus(self.sets.minus(under, known.covered), known.running);
        if open.is_empty() {
            return Ok(verdict);
        }
        let program = self.program;
        let Some(rules) = program.named.get(name) else {
            let error = EvalError::missing(format_args!("Rule {name} by that name does not exist"));
            return Ok(verdict.union(self.error_verdict(error, open), self.sets));
        };
        self.statuses.insert(key, NamedRule { running: self.sets.or(known.running, open), ..known });
        let mut found = Verdict::of(Status::Skip, open);
        for rule in rules.iter().filter_map(|at| program.rules.get(*at as usize)) {
            // Where it is not known whether an earlier rule is skipped, the verdict stays unknown.
            let skipped = found.skip;
            if skipped.is_empty() {
                break;
            }
            let next = self.rule(rule, scope.file(), role, skipped)?;
            let rest = self.sets.minus(open, skipped);
            found = found.within(rest, self.sets).union(next, self.sets);
        }
        let known = self.statuses.get(&key).copied().unwrap_or(known);
        let errors = found.errors(self.sets);
        let kept = found.within(self.sets.minus(open, errors), self.sets);
        let evaluated = NamedRule {
            verdict: known.verdict.union(kept, self.sets),
            covered: self.sets.or(known.covered, self.sets.minus(open, errors)),
            running: self.sets.minus(known.running, open),
        };
        self.statuses.insert(key, evaluated);
        Ok(verdict.union(found, self.sets))
    }

    fn call(
        &mut self,
        call: &'e RuleCall,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let program = self.program;
        let name = &call.rule.rule;
        let Some(found) = program.parameterized.get(name) else {
            let error = EvalError::missing(format_args!("Parameterized Rule with name {name} was not found"));
            return Ok(self.error_verdict(error, under));
        };
        let (expected, count) = (found.parameters.len(), call.arguments.len());
        if expected != count {
            let what =
                format_args!("Arity mismatch for called parameter rule {name}, expected {expected}, got {count}");
            return Ok(self.error_verdict(EvalError::incompatible(what), under));
        }
        self.spend(count.saturating_mul(1 + self.depth as usize))?;
        let (mut values, mut errors, mut under) = (Vec::with_capacity(count), Verdict::default(), under);
        for (parameter, argument) in found.parameters.iter().zip(&call.arguments) {
            let mut answers = self.operand(argument, scope, under)?;
            if matches!(argument, Operand::Literal(_)) {
                resolve(&mut answers);
            }
            let failed = Verdict { error: answers.error, fatal: answers.fatal, ..Verdict::default() };
            errors = errors.union(failed, self.sets);
            under = answers.valid(under, self.sets);
            values.push((*parameter, Rc::new(answers)));
        }
        let scope = Scope::call(values, scope);
        let verdict = self.rule(&found.rule, &scope, role, under)?;
        let like_names = self.plain.has(Change::CallsLikeNames);
        let verdict = if like_names { self.of_reference(verdict, call.rule.negated, role) } else { verdict };
        Ok(verdict.union(errors, self.sets))
    }

    /// The verdict of a clause that refers to a rule with this verdict.
    fn of_reference(&self, verdict: Verdict, negated: bool, role: Role) -> Verdict {
        let statuses = [(Status::Pass, verdict.pass), (Status::Fail, verdict.fail), (Status::Skip, verdict.skip)];
        let rest = Verdict {
            unknown: verdict.unknown,
            unsure: verdict.unsure,
            error: verdict.error,
            fatal: verdict.fatal,
            ..Verdict::default()
        };
        statuses.into_iter().fold(rest, |all, (status, set)| {
            all.union(Verdict::of(self.plain.clause_status(status, negated, role), set), self.sets)
        })
    }
}

/// What conditions decide.
struct Gate {
    /// Where they hold.
    applies: DeploymentSet,
    /// Where that is not known.
    doubt: DeploymentSet,
    /// Where they may be an error.
    unsure: DeploymentSet,
    /// The verdict of what they guard elsewhere.
    ended: Verdict,
}

/// Literals that are arguments are values.
fn resolve(answers: &mut Answers<'_>) {
    for found in &mut answers.found {
        if let What::One(result) = &mut found.what {
            *result = result.resolved();
        }
    }
}
