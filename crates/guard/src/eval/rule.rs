//! Evaluates rules: top-level rules, references, and calls with arguments.

use super::error::EvalError;
use super::scope::{Arguments, Scope, ScopeKind};
use super::trace::Trace;
use super::{Eval, Role, RuleState};
use crate::Change;
use crate::compile::program::{Reference, Rule, RuleCall};
use crate::outcome::{Check, Context, Level, Note, Record, Status};
use crate::text;
use cfn_warden_syntax::arena::ArenaValue;

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn rule(
        &mut self,
        rule: &'e Rule,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        self.spend(1)?;
        let mark = self.trace.open(Context::Rule(rule));
        let (status, message) = match self.conditions_of(rule, scope) {
            Ok(Status::Pass) => {
                let status = self.block(&rule.block, scope, role, Level::Rule);
                (status, None)
            }
            Ok(_) => (Ok(Status::Skip), None),
            Err(error) if error.unevaluatable => {
                let message = self.alloc_str(&format!(
                    "The rule's condition could not be evaluated, so the rule fails rather than being treated as not \
                     applicable: {error}"
                ));
                (
                    if self.fails_clause(&error, role) {
                        Ok(Status::Fail)
                    } else {
                        Err(error)
                    },
                    Some(message),
                )
            }
            Err(error) => (Err(error), None),
        };
        let message = self.message_of(rule, scope, message);
        self.trace.close(
            mark,
            Record::Rule(*status.as_ref().unwrap_or(&Status::Fail), message),
        );
        status
    }

    /// Evaluates the conditions of a rule; a rule without conditions applies.
    fn conditions_of(
        &mut self,
        rule: &'e Rule,
        scope: &Scope<'_, 'e>,
    ) -> Result<Status, EvalError> {
        let Some(conditions) = &rule.conditions else {
            return Ok(Status::Pass);
        };
        let mark = self.trace.open(Context::RuleWhen(rule));
        let status = self.conjunctions(conditions, scope, Role::Gate, Level::Condition);
        self.trace.close(
            mark,
            Record::RuleCondition(*status.as_ref().unwrap_or(&Status::Fail)),
        );
        status
    }

    /// Evaluates a reference to a rule.
    pub(super) fn reference(
        &mut self,
        reference: &'e Reference,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let mark = self.trace.open(Context::Reference(reference));
        let is_running = matches!(
            self.statuses.get(&(&*reference.rule, role)),
            Some(RuleState::Running)
        );
        let is_circular = is_running && role == Role::Assertion;
        if is_circular {
            self.circular.push(&reference.rule);
        }
        let status = self.deeper(|eval| eval.named_rule(&reference.rule, scope, role));
        let status = match status {
            // Otherwise, a rule that negates itself would pass.
            Ok(_) if role == Role::Assertion && self.circular.contains(&&*reference.rule) => {
                Status::Fail
            }
            Ok(status) => self.clause_status(status, reference.negated, role),
            Err(error) => {
                let context = text::context(self.program, Context::Reference(reference));
                let why = self.alloc_str(&format!("{context} failed due to error {error}"));
                let message = self.render_message(reference.message.as_ref(), scope);
                let check = self.doc.arena.keep(Check::Dependent {
                    reference,
                    message,
                    why: Some(why),
                });
                self.trace.close(mark, Record::Check(check));
                // cfn-guard's stack overflows here; an assertion that depends on itself fails.
                return if is_circular {
                    Ok(Status::Fail)
                } else {
                    Err(error)
                };
            }
        };
        let record = match status {
            Status::Pass => Record::Check(&Check::Success),
            Status::Fail => {
                let message = self.render_message(reference.message.as_ref(), scope);
                Record::Check(self.doc.arena.keep(Check::Dependent {
                    reference,
                    message,
                    why: None,
                }))
            }
            Status::Skip => {
                Record::Comparison(Status::Skip, false, Note::ReferenceSkipped(&reference.rule))
            }
        };
        self.trace.close(mark, record);
        Ok(status)
    }

    /// Returns the verdict of the first rule of a name that is not skipped. It is evaluated once for each role, in the
    /// scope of the file.
    fn named_rule(
        &mut self,
        name: &'e str,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        match self.statuses.get(&(name, role)) {
            Some(RuleState::Known(status)) => return Ok(*status),
            Some(RuleState::Running) => {
                return Err(EvalError::incompatible(format_args!(
                    "rule `{name}` refers to itself"
                )));
            }
            None => {}
        }
        let program = self.program;
        let Some(rules) = program.named.get(name) else {
            let mut names: Vec<&str> = program.named.keys().map(|name| &**name).collect();
            names.sort_unstable();
            let what =
                format_args!("Rule {name} by that name does not exist, Rule Names = {names:?}");
            return Err(EvalError::missing(what));
        };
        let root = file_scope(scope);
        self.statuses.insert((name, role), RuleState::Running);
        let mut status = Ok(Status::Skip);
        for rule in rules
            .iter()
            .filter_map(|at| program.rules.get(*at as usize))
        {
            status = self.rule(rule, root, role);
            if !matches!(status, Ok(Status::Skip)) {
                break;
            }
        }
        match status {
            Ok(status) => self.statuses.insert((name, role), RuleState::Known(status)),
            Err(_) => self.statuses.remove(&(name, role)),
        };
        status
    }

    /// Calls a rule with arguments. The rule is evaluated in the scope of the caller and sees its variables.
    pub(super) fn call(
        &mut self,
        call: &'e RuleCall,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<Status, EvalError> {
        let program = self.program;
        let name = &call.rule.rule;
        let Some(found) = program.parameterized.get(name) else {
            let mut names: Vec<&str> = program.parameterized.keys().map(|name| &**name).collect();
            names.sort_unstable();
            let what = format_args!(
                "Parameterized Rule with name {name} was not found, candidate {names:?}"
            );
            return Err(EvalError::missing(what));
        };
        let (expected, count) = (found.parameters.len(), call.arguments.len());
        if expected != count {
            let what = format_args!(
                "Arity mismatch for called parameter rule {name}, expected {expected}, got {count}"
            );
            return Err(EvalError::incompatible(what));
        }
        self.spend(count.saturating_mul(1 + self.depth as usize))?;
        let mut values = Vec::with_capacity(count);
        for (parameter, argument) in found.parameters.iter().zip(&call.arguments) {
            let mut results = self.list();
            self.operand(argument, scope, &mut results)?;
            if matches!(argument, crate::compile::program::Operand::Literal(_)) {
                results
                    .iter_mut()
                    .for_each(|result| *result = result.resolved());
            }
            values.push((*parameter, self.alloc_results(&results)?));
        }
        let scope = Scope::call(
            Arguments {
                call,
                values: &values,
            },
            scope,
        );
        let status = self.rule(&found.rule, &scope, role)?;
        Ok(if self.has(Change::CallsLikeNames) {
            self.clause_status(status, call.rule.negated, role)
        } else {
            status
        })
    }

    /// Returns the message of a rule. The message of its outermost call replaces its own.
    fn message_of(
        &mut self,
        rule: &'e Rule,
        scope: &Scope<'_, 'e>,
        own: Option<&'e str>,
    ) -> Option<&'e str> {
        let mut calls = None;
        let mut scope = Some(scope);
        while let Some(current) = scope {
            scope = current.parent();
            if let ScopeKind::Call(caller, Arguments { call, .. }) = &current.kind
                && call.rule.rule == rule.name
            {
                calls = Some((*caller, *call));
            }
        }
        calls.map_or(own, |(caller, call)| {
            self.render_message(call.rule.message.as_ref(), caller)
        })
    }

    /// Converts the verdict of a rule to the verdict of a clause that refers to it. A skipped rule proves nothing:
    /// depending on the version, it fails an assertion; in a gate it leaves the clause undecided, or passes if negated.
    pub(super) fn clause_status(&self, status: Status, negated: bool, role: Role) -> Status {
        let claim = role == Role::Assertion && !self.has(Change::SkippedNames);
        match (status, negated) {
            (Status::Pass, false) => Status::Pass,
            (Status::Pass, true) => Status::Fail,
            (Status::Skip, _) if claim && self.has(Change::UndecidedNames) => Status::Fail,
            (Status::Skip, false) if self.has(Change::UndecidedNames) => Status::Skip,
            (_, true) => Status::Pass,
            (_, false) => Status::Fail,
        }
    }
}

fn file_scope<'s, 'e>(scope: &'s Scope<'s, 'e>) -> &'s Scope<'s, 'e> {
    let mut scope = scope;
    while let Some(parent) = scope.parent() {
        scope = parent;
    }
    scope
}
