//! Options for the view that rules evaluate and for parts that rules do not see.

use crate::engine::View;
use crate::engine::coverage::{Kind, Policies, Policy};

/// The view of templates and the coverage policies.
#[derive(Debug, clap::Args)]
pub struct CoverageOptions {
    /// Set the policy for parts that rules do not see: `ignore`, `warn` or `fail`; the kind `all` is every kind
    #[arg(long, value_name = "KIND=POLICY", value_parser = listed, action = clap::ArgAction::Append)]
    coverage: Vec<String>,
    /// View of a template that rules evaluate
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    view: Shown,
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

/// Checks a list of policies and returns it unchanged.
fn listed(text: &str) -> Result<String, String> {
    Policies::default().set_listed(text).map(|()| text.to_owned())
}

impl CoverageOptions {
    /// Returns the view.
    pub fn view(&self) -> View {
        match self.view {
            Shown::Written => View::Written,
            Shown::Expanded => View::Expanded,
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
