//! Evaluation in all deployments at once by the plain evaluator, as far as it reads only what is the same in all of them.

use std::rc::Rc;

use bumpalo::Bump;

use cfn_warden_syntax::deployments::{DeploymentSet, Variation};

use super::Evaluator;
use super::points::{Below, Points};
use super::scope::{Answers, Scope, ScopeKind, VariableState};
use crate::compile::program::{Part, Precondition, Rule, Variable};
use crate::doc::Index;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::eval::scope::{Scope as PlainScope, VariableState as PlainState};
use crate::eval::trace::Trace;
use crate::eval::{Eval, Role};
use crate::outcome::{Check, Context, Notice, Record, Status};
use crate::syntax::ast::Unary;
use crate::value::Ref;

impl<'e> Evaluator<'e> {
    /// Returns the status of a rule that is the same in all deployments; `None` if that is not known, or if it fails: the
    /// values on which it does are recorded by the evaluation of all deployments.
    pub(super) fn undivided_rule(&mut self, rule: &'e Rule, scope: &Scope<'_, 'e>, role: Role) -> Option<Status> {
        if !matches!(scope.kind, ScopeKind::Root) {
            return None;
        }
        self.undivided(|plain, root| plain.rule(rule, root, role)).filter(|status| *status != Status::Fail)
    }

    /// Evaluates a variable of the file if it has the same values in all deployments.
    pub(super) fn undivided_variable(&mut self, variable: Variable) -> Option<VariableState<'e>> {
        let results = self.undivided(|plain, root| plain.variable(variable, root))?;
        let mut answers = Answers::default();
        results.iter().for_each(|result| answers.push(self.valid, *result));
        Some(VariableState { answers: Rc::new(answers), covered: self.valid, running: DeploymentSet::NONE })
    }

    /// Runs the plain evaluator; returns `None` if it has an error or reaches something that differs.
    fn undivided<R>(
        &mut self,
        run: impl FnOnce(&mut Eval<'e, Detector<'e>>, &PlainScope<'_, 'e>) -> Result<R, EvalError>,
    ) -> Option<R> {
        // Which keys are captured depends on what was evaluated before.
        if self.program.captures {
            return None;
        }
        self.plain.depth = self.depth;
        let result = run(&mut self.plain, &PlainScope::root(self.doc.root));
        self.plain.depth = 0;
        if std::mem::take(&mut self.plain.trace.found) {
            // These may have been computed from what the evaluation did not finish.
            self.plain.statuses.clear();
            self.plain.variables.slots.fill(PlainState::Unknown);
            return None;
        }
        result.ok()
    }
}

/// Records nothing, and ends an evaluation that reaches something that differs between deployments.
pub(super) struct Detector<'e> {
    points: &'e Points<'e>,
    /// Whether an evaluation was ended, even if a caller ignored the error.
    found: bool,
}

impl<'e> Detector<'e> {
    pub fn new(points: &'e Points<'e>) -> Detector<'e> {
        Detector { points, found: false }
    }

    fn end_if(&mut self, differs: bool) -> Result<(), EvalError> {
        self.found |= differs;
        if differs { Err(EvalError::fatal(String::new())) } else { Ok(()) }
    }
}

impl<'e> Trace<'e> for Detector<'e> {
    fn open(&mut self, _: Context<'e>) -> u32 {
        0
    }
    fn close(&mut self, _: u32, _: Record<'e>) {}
    fn forget(&mut self, _: u32) {}
    fn leaf(&mut self, _: Context<'e>, _: Record<'e>) {}
    fn check(&mut self, _: Context<'e>, _: Check<'e>, _: &'e Bump) {}
    fn notice(&mut self, _: Notice<'e>) {}
    fn touch(&mut self) {}
    fn is_full(&self) -> bool {
        false
    }

    /// A choice may be absent. An unknown value can be passed on, but nothing below it is known.
    fn reach(&mut self, value: Ref<'e>, next: Option<&Part>) -> Result<(), EvalError> {
        let differs = match (self.points.at(value.origin), next) {
            (None, Some(Part::Index(_) | Part::Number(..))) => self.points.below(value.origin).choices,
            (None, _) => false,
            (Some(Variation::Unknown(_)), None | Some(Part::This | Part::Call(_))) => false,
            (Some(_), _) => true,
        };
        self.end_if(differs)
    }

    fn read(&mut self, results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        let mut values = results.iter().filter_map(QueryResult::value);
        let differs = values.any(|value| self.points.below(value.origin) != Below::default());
        self.end_if(differs)
    }

    fn test(&mut self, operator: Unary, results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        if operator == Unary::Exists {
            return Ok(());
        }
        let mut values = results.iter().filter_map(QueryResult::value);
        let differs = values.any(|value| {
            let is_varied = self.points.at(value.origin).is_some();
            is_varied || operator == Unary::Empty && self.points.below(value.origin).choices
        });
        self.end_if(differs)
    }

    fn exceptions(&self, index: &Index<'e>, precondition: &Precondition) -> Option<Rc<[u32]>> {
        self.points.varying_at(index, precondition)
    }
}
