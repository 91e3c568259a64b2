//! A rules file of a request, compiled.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::request::DeploymentScope;
use super::run::Run;
use crate::policies::Control;
use cfn_warden_guard::{Rules, Status};

/// A rules file, or the rules of a control.
pub(super) struct Compiled<'r> {
    /// The name of the file; the ID of a control.
    pub name: &'r str,
    /// `None` if the text does not parse, and for a control, which is compiled when a document needs it.
    pub rules: Option<Arc<Rules>>,
    /// The names of the rules that count; `None` for all.
    pub counted: Option<BTreeSet<String>>,
    /// The deployments of a template that the rules are evaluated on; `None` for the template in the requested view.
    pub deployments: Option<DeploymentScope>,
    /// The control that the rules are for.
    pub control: Option<&'static Control<'static>>,
}

impl Compiled<'_> {
    pub fn counts(&self, rule: &str) -> bool {
        self.counted.as_ref().is_none_or(|names| names.contains(rule))
    }

    /// Counts the verdict of a rule. Controls that do not apply to a document are not counted: most do not.
    pub fn record(&self, rule: &str, status: Status, run: &mut Run<'_>) {
        let Some(control) = self.control else {
            run.rules.count(status);
            run.coverage.record(self.name, rule, status);
            return;
        };
        if status != Status::Skip && rule == control.rule() {
            run.rules.count(status);
            run.coverage.record(self.name, control.id, status);
        }
    }
}
