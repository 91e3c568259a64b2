//! Evaluation in all deployments at once by the plain evaluator, as far as it reads only what is the same in all of them.

use std::rc::Rc;

use cfn_warden_syntax::deployments::DeploymentSet;

use super::Evaluator;
use super::detector::Detector;
use super::scope::{Answers, Scope, ScopeKind, VariableState};
use crate::compile::program::{Rule, Variable};
use crate::eval::error::EvalError;
use crate::eval::scope::{Scope as PlainScope, VariableState as PlainState};
use crate::eval::{Eval, Role};
use crate::outcome::Status;

impl<'e> Evaluator<'e> {
    /// Returns the status of a rule that is the same in all deployments; `None` if that is not known, or if it fails: the
    /// values on which it does are recorded by the evaluation of all deployments.
    pub(super) fn undivided_rule(
        &mut self,
        rule: &'e Rule,
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Option<Status> {
        if !matches!(scope.kind, ScopeKind::Root) {
            return None;
        }
        self.undivided(|plain, root| plain.rule(rule, root, role))
            .filter(|status| *status != Status::Fail)
    }

    /// Evaluates a variable of the file if it has the same values in all deployments.
    pub(super) fn undivided_variable(&mut self, variable: Variable) -> Option<VariableState<'e>> {
        let results = self.undivided(|plain, root| plain.variable(variable, root))?;
        let mut answers = Answers::default();
        results
            .iter()
            .for_each(|result| answers.push(self.valid, *result));
        Some(VariableState {
            answers: Rc::new(answers),
            covered: self.valid,
            running: DeploymentSet::NONE,
        })
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
