//! What a checker keeps between its settings and a check.

use crate::engine::coverage::Policies;
use crate::engine::waivers::Waiver;
use crate::engine::{self, Input, Linting, SeverityOverride, UnknownPolicy, View};
use crate::policies::Policy;
use cfn_warden_lint::settings::RuleOptions;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::parameter_values::ParameterSet;

/// What a checker does, except its rules files.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub packs: Vec<String>,
    pub policy: Policy,
    pub severities: Vec<SeverityOverride>,
    pub waivers: Vec<Waiver>,
    pub lint: Linting,
    pub regions: Option<Vec<String>>,
    pub ignored: Vec<String>,
    pub included: Vec<String>,
    pub mandatory: Vec<String>,
    pub is_experimental: bool,
    pub rule_options: Option<RuleOptions>,
    pub suppressions: TemplateSuppressions,
    pub parameters: Option<ParameterSet>,
    pub input_parameters: Vec<Named>,
    pub view: View,
    pub unknown: Option<UnknownPolicy>,
    pub coverage: Policies,
    pub fail_on: engine::FailOn,
}

/// A text with the name that findings show.
#[derive(Debug)]
pub(super) struct Named {
    pub name: String,
    pub text: String,
}

impl Named {
    pub fn input(&self) -> Input<'_> {
        Input {
            name: &self.name,
            content: self.text.as_bytes(),
        }
    }
}
