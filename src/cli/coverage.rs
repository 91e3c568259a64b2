//! Options for the view that rules evaluate and for parts that rules do not see.

use crate::engine::coverage::{Kind, Policies, Policy};
use crate::engine::{DeploymentScope, UnknownPolicy, View};

/// The view of templates and the coverage policies.
#[derive(Debug, clap::Args)]
pub struct CoverageOptions {
    /// Set the policy for parts that rules do not see: `ignore`, `warn` or `fail`; the kind `all` is every kind
    #[arg(long, value_name = "KIND=POLICY", value_parser = listed, action = clap::ArgAction::Append)]
    coverage: Vec<String>,
    /// View of a template that rules evaluate
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    view: Shown,
    /// Deployments of a template that rules are evaluated on, instead of its text
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["resolve", "view"])]
    deployments: Deployments,
    /// Severity of a rule whose verdict depends on a value that is not known, with `--deployments`
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    unknown: Unknown,
    /// Fail when a rule does not apply to any document
    #[arg(long)]
    fail_on_skip: bool,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Shown {
    /// The template as written
    Written,
    /// The template after its transforms: loops expanded, SAM's `Globals` merged
    #[default]
    Expanded,
}

/// The deployments of a template that rules are evaluated on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Deployments {
    /// None: the template in the view
    #[default]
    Written,
    /// All deployments: any parameter values and regions
    Any,
    /// The deployments with the default values of parameters
    Default,
    /// The deployments with the values of `--parameters` or `--parameter-file`
    Given,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Unknown {
    /// Informational
    Pass,
    /// Warning
    #[default]
    Warn,
    /// Error
    Fail,
}

impl Deployments {
    /// Returns the deployments; `None` for the template in the view.
    pub fn scope(self) -> Option<DeploymentScope> {
        match self {
            Deployments::Written => None,
            Deployments::Any => Some(DeploymentScope::Any),
            Deployments::Default => Some(DeploymentScope::Default),
            Deployments::Given => Some(DeploymentScope::Given),
        }
    }
}

/// Checks a list of policies and returns it unchanged.
fn listed(text: &str) -> Result<String, String> {
    Policies::default().set_listed(text).map(|()| text.to_owned())
}

impl CoverageOptions {
    /// Returns the view.
    pub fn view(&self) -> View {
        match (self.deployments.scope(), self.view) {
            (Some(scope), _) => View::Deployments(scope),
            (None, Shown::Written) => View::Written,
            (None, Shown::Expanded) => View::Expanded,
        }
    }

    /// Returns the policy for unknown values.
    pub fn unknown(&self) -> UnknownPolicy {
        match self.unknown {
            Unknown::Pass => UnknownPolicy::Pass,
            Unknown::Warn => UnknownPolicy::Warn,
            Unknown::Fail => UnknownPolicy::Fail,
        }
    }

    /// Returns the policies: later options override earlier ones.
    pub fn policies(&self) -> Policies {
        let mut policies = Policies::default();
        for list in &self.coverage {
            // Clap has validated the list already.
            let _ = policies.set_listed(list);
        }
        if self.fail_on_skip {
            policies.set(Kind::RuleNotApplied, Policy::Fail);
        }
        policies
    }
}
