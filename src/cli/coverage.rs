//! The options for what rules see of templates, and for what is not seen.

use crate::engine::View;
use crate::engine::coverage::{Kind, Policies, Policy};

/// What is seen, and what the rest means for the verdict.
#[derive(Debug, clap::Args)]
pub struct CoverageOptions {
    /// Set what parts of a kind that are not seen mean: `ignore`, `warn` or `fail`; the kind `all` is every kind
    #[arg(long, value_name = "KIND=POLICY", value_parser = listed, action = clap::ArgAction::Append)]
    coverage: Vec<String>,
    /// What rules see of a template
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    view: Shown,
    /// Fail where a rule does not apply to any document
    #[arg(long)]
    fail_on_skip: bool,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Shown {
    /// Its text as it is written
    Written,
    /// The template after its transforms: loops expanded, SAM's `Globals` merged
    #[default]
    Expanded,
}

/// A list of policies, as it was written.
fn listed(text: &str) -> Result<String, String> {
    Policies::default().set_listed(text).map(|()| text.to_owned())
}

impl CoverageOptions {
    /// The view.
    pub fn view(&self) -> View {
        match self.view {
            Shown::Written => View::Written,
            Shown::Expanded => View::Expanded,
        }
    }

    /// The policies: later options override earlier ones.
    pub fn policies(&self) -> Policies {
        let mut policies = Policies::default();
        for list in &self.coverage {
            // What does not parse was refused with the command line.
            let _ = policies.set_listed(list);
        }
        if self.fail_on_skip {
            policies.set(Kind::RuleNotApplied, Policy::Fail);
        }
        policies
    }
}
