//! A rules file of a request, compiled.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::coverage::RuleVerdict;
use super::request::{DeploymentScope, View};
use super::run::Run;
use cfn_warden_guard::Rules;
use cfn_warden_syntax::control::Control;

/// A rules file, or the rules of a control.
#[derive(Clone)]
pub(super) struct Compiled<'r> {
    /// The name of the file; the ID of a control.
    pub name: &'r str,
    /// `None` if the text does not parse, and for a control, which is compiled when a document needs it.
    pub rules: Option<Arc<Rules>>,
    /// The names of the rules that count; `None` for all.
    pub counted: Option<BTreeSet<String>>,
    /// The deployments that the text of the file declares.
    pub declared: Option<DeploymentScope>,
    /// The deployments of a template that the rules are evaluated on; `None` for the template in the requested view.
    pub deployments: Option<DeploymentScope>,
    /// The controls that the rules are for; empty for a rules file.
    pub controls: &'r [Arc<Control>],
}

impl Compiled<'_> {
    /// Returns the deployments that the rules are evaluated on when templates are seen in a view. Controls always are.
    pub fn deployments_in(&self, view: View) -> Option<DeploymentScope> {
        match view {
            View::Deployments(scope) => Some(scope),
            _ if self.controls.is_empty() => self.declared,
            View::Deployed => Some(DeploymentScope::Given),
            _ => Some(DeploymentScope::Any),
        }
    }

    pub fn counts(&self, rule: &str) -> bool {
        self.counted
            .as_ref()
            .is_none_or(|names| names.contains(rule))
    }

    /// Counts the verdict of a rule. Controls that do not apply to a document are not counted: most do not.
    pub fn record(&self, rule: &str, verdict: RuleVerdict, run: &mut Run<'_>) {
        if self.controls.is_empty() {
            run.rules.count(verdict);
            run.coverage.record(self.name, rule, verdict);
            return;
        }
        let control = self.controls.iter().find(|control| control.rule() == rule);
        if let Some(control) = control.filter(|_| verdict != RuleVerdict::Skipped) {
            run.rules.count(verdict);
            run.coverage.record(self.name, &control.id, verdict);
        }
    }
}
