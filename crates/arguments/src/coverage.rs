//! Options for the view that rules evaluate and for parts that rules do not see.

use crate::choices;

/// The view of templates and the coverage policies.
#[derive(Debug, clap::Args)]
pub struct CoverageOptions {
    /// Set the policy for parts that rules do not see: `ignore`, `warn` or `fail`; the kind `all` is every kind
    #[arg(long, value_name = "KIND=POLICY", value_parser = choices::none, action = clap::ArgAction::Append)]
    pub coverage: Vec<String>,
    /// View of a template that rules evaluate
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    pub view: Shown,
    /// Deployments of a template that rules are evaluated on, instead of its text
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["resolve", "view"])]
    pub deployments: Deployments,
    /// Severity of a rule whose verdict depends on a value that is not known; by default `fail` on Terraform plans, otherwise `warn`
    #[arg(long, value_enum, value_name = "POLICY")]
    pub unknown: Option<Unknown>,
    /// Fail when a rule does not apply to any document
    #[arg(long)]
    pub fail_on_skip: bool,
}

/// The view of a template that rules evaluate.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum Shown {
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

/// The severity of a rule whose verdict depends on a value that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Unknown {
    /// Informational
    Pass,
    /// Warning
    Warn,
    /// Error
    Fail,
}
