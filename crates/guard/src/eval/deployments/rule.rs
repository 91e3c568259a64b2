//! Rules: top-level rules, references, and calls with arguments.

use std::rc::Rc;

use cfn_warden_syntax::deployments::DeploymentSet;

use super::clause::Doubt;
use super::scope::{Answers, Found, Scope, What};
use super::verdict::Verdict;
use super::{Evaluator, NamedRule};
use crate::Change;
use crate::budget::LimitExceeded;
use crate::compile::program::{Operand, Reference, Rule, RuleCall};
use crate::eval::Role;
use crate::eval::error::EvalError;
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
        if let Some(status) = self.undivided_rule(rule, scope, role) {
            return Ok(Verdict::of(status, under));
        }
        let Some(conditions) = &rule.conditions else {
            return self.block(&rule.block, scope, role, under);
        };
        let gate = self.gate(conditions, scope, role, under)?;
        self.guarded(gate, |eval, under| {
            eval.block(&rule.block, scope, role, under)
        })
    }

    pub(super) fn reference(
        &mut self,
        reference: &'e Reference,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let running = self
            .statuses
            .get(&(&*reference.rule, role))
            .map_or(DeploymentSet::NONE, |rule| rule.running);
        let circular = self.sets.and(under, running);
        let mark = self.checks.len();
        let verdict = self.named_rule(&reference.rule, scope, role, under)?;
        // The referenced rule reports its own values.
        self.checks.truncate(mark);
        let mut failing = DeploymentSet::NONE;
        let mut depends_on = None;
        if let Some(rule) = self.statuses.get_mut(&(&*reference.rule, role)) {
            rule.circular = self.sets.or(rule.circular, circular);
            failing = self.sets.and(under, rule.circular);
            depends_on = rule.unknown;
        }
        let mut verdict = self.of_reference(verdict, reference.negated, role);
        // Otherwise, a rule that negates itself would pass.
        if role == Role::Assertion {
            let rest = self.sets.minus(verdict.covered(self.sets), failing);
            verdict = verdict
                .within(rest, self.sets)
                .union(Verdict::of(Status::Fail, failing), self.sets);
        }
        self.failed_check(reference.at, None, verdict.fail);
        self.unknown_check(
            reference.at,
            Doubt {
                origin: None,
                depends_on,
            },
            verdict.unknown,
        );
        Ok(verdict)
    }

    /// Returns the verdict of the first rule of a name that is not skipped, in each deployment.
    pub(super) fn named_rule(
        &mut self,
        name: &'e str,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let none = DeploymentSet::NONE;
        let key = (name, role);
        let known = self.statuses.get(&key).copied();
        let known = known.unwrap_or(NamedRule {
            verdict: Verdict::default(),
            unknown: None,
            covered: none,
            running: none,
            circular: none,
        });
        let circular = self.sets.and(under, known.running);
        let mut verdict = known.verdict.within(under, self.sets);
        if !circular.is_empty() {
            let error = EvalError::incompatible(format_args!("rule `{name}` refers to itself"));
            verdict = verdict.union(self.error_verdict(error, circular), self.sets);
        }
        let open = self
            .sets
            .minus(self.sets.minus(under, known.covered), known.running);
        if open.is_empty() {
            return Ok(verdict);
        }
        let program = self.program;
        let Some(rules) = program.named.get(name) else {
            let error = EvalError::missing(format_args!("Rule {name} by that name does not exist"));
            return Ok(verdict.union(self.error_verdict(error, open), self.sets));
        };
        self.statuses.insert(
            key,
            NamedRule {
                running: self.sets.or(known.running, open),
                ..known
            },
        );
        let mut found = Verdict::of(Status::Skip, open);
        let mark = self.checks.len();
        for rule in rules
            .iter()
            .filter_map(|at| program.rules.get(*at as usize))
        {
            // Where it is not known whether an earlier rule is skipped, the verdict stays unknown, and may be an error.
            let doubt = self.sets.minus(found.unknown, found.unsure);
            let later =
                self.unreported(doubt, |eval| eval.rule(rule, scope.file(), role, doubt))?;
            found.unsure = self.sets.or(found.unsure, later.unsure);
            let skipped = found.skip;
            if !skipped.is_empty() {
                let next = self.rule(rule, scope.file(), role, skipped)?;
                let rest = self.sets.minus(open, skipped);
                found = found.within(rest, self.sets).union(next, self.sets);
            }
        }
        let known = self.statuses.get(&key).copied().unwrap_or(known);
        let errors = found.errors(self.sets);
        let kept = found.within(self.sets.minus(open, errors), self.sets);
        let evaluated = NamedRule {
            verdict: known.verdict.union(kept, self.sets),
            unknown: known.unknown.or(self.unknown_since(mark)),
            covered: self.sets.or(known.covered, self.sets.minus(open, errors)),
            running: self.sets.minus(known.running, open),
            circular: known.circular,
        };
        self.statuses.insert(key, evaluated);
        Ok(verdict.union(found, self.sets))
    }

    pub(super) fn call(
        &mut self,
        call: &'e RuleCall,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let program = self.program;
        let name = &call.rule.rule;
        let Some(found) = program.parameterized.get(name) else {
            let error = EvalError::missing(format_args!(
                "Parameterized Rule with name {name} was not found"
            ));
            return Ok(self.error_verdict(error, under));
        };
        let (expected, count) = (found.parameters.len(), call.arguments.len());
        if expected != count {
            let what = format_args!(
                "Arity mismatch for called parameter rule {name}, expected {expected}, got {count}"
            );
            return Ok(self.error_verdict(EvalError::incompatible(what), under));
        }
        self.spend(count.saturating_mul(1 + self.depth as usize))?;
        let (mut values, mut errors, mut under) =
            (Vec::with_capacity(count), Verdict::default(), under);
        for (parameter, argument) in found.parameters.iter().zip(&call.arguments) {
            let mut answers = self.operand(argument, scope, under)?;
            if matches!(argument, Operand::Literal(_)) {
                resolve(&mut answers);
            }
            let failed = answers.only_errors();
            errors = errors.union(failed, self.sets);
            under = answers.valid(under, self.sets);
            values.push((*parameter, Rc::new(answers)));
        }
        // Arguments are evaluated even if the rule does not use them.
        let unsure = values
            .iter()
            .flat_map(|(_, answers)| &answers.found)
            .filter_map(Found::may_be_error);
        let unsure = unsure.fold(DeploymentSet::NONE, |all, set| self.sets.or(all, set));
        let scope = Scope::call(values, scope);
        let verdict = self
            .rule(&found.rule, &scope, role, under)?
            .unsure_within(unsure, self.sets);
        let like_names = self.plain.has(Change::CallsLikeNames);
        let verdict = if like_names {
            self.of_reference(verdict, call.rule.negated, role)
        } else {
            verdict
        };
        Ok(verdict.union(errors, self.sets))
    }

    /// The verdict of a clause that refers to a rule with this verdict.
    pub(super) fn of_reference(&self, verdict: Verdict, negated: bool, role: Role) -> Verdict {
        let statuses = [
            (Status::Pass, verdict.pass),
            (Status::Fail, verdict.fail),
            (Status::Skip, verdict.skip),
        ];
        let rest = Verdict {
            unknown: verdict.unknown,
            unsure: verdict.unsure,
            error: verdict.error,
            fatal: verdict.fatal,
            ..Verdict::default()
        };
        statuses.into_iter().fold(rest, |all, (status, set)| {
            all.union(
                Verdict::of(self.plain.clause_status(status, negated, role), set),
                self.sets,
            )
        })
    }
}

/// Literals that are arguments are values.
fn resolve(answers: &mut Answers<'_>) {
    for found in &mut answers.found {
        if let What::One(result) = &mut found.what {
            *result = result.resolved();
        }
    }
}
