//! The view that rules evaluate and the policies for parts that rules do not see.

use super::Io;
use cfn_warden_arguments::coverage::{CoverageOptions, Deployments, Shown, Unknown};
use cfn_warden_engine::coverage::{Kind, NotSeen, Policies, Policy};
use cfn_warden_engine::{DeploymentScope, UnknownPolicy, View};
use cfn_warden_syntax::place;

/// Returns the deployments; `None` for the template in the view.
pub fn scope(deployments: Deployments) -> Option<DeploymentScope> {
    match deployments {
        Deployments::Written => None,
        Deployments::Any => Some(DeploymentScope::Any),
        Deployments::Default => Some(DeploymentScope::Default),
        Deployments::Given => Some(DeploymentScope::Given),
    }
}

/// Checks a list of policies.
///
/// # Errors
/// The first invalid policy.
pub fn validate(text: &str) -> Result<(), String> {
    Policies::default().set_listed(text)
}

/// Returns the view.
pub fn view(options: &CoverageOptions) -> View {
    match (scope(options.deployments), options.view) {
        (Some(scope), _) => View::Deployments(scope),
        (None, Shown::Written) => View::Written,
        (None, Shown::Expanded) => View::Expanded,
    }
}

/// Returns the policy for unknown values, if one is chosen.
pub fn unknown(options: &CoverageOptions) -> Option<UnknownPolicy> {
    options.unknown.map(|unknown| match unknown {
        Unknown::Pass => UnknownPolicy::Pass,
        Unknown::Warn => UnknownPolicy::Warn,
        Unknown::Fail => UnknownPolicy::Fail,
    })
}

/// Returns the policies: later options override earlier ones. In a run on a part of the documents, a rule may apply to others.
pub fn policies(options: &CoverageOptions, is_partial: bool) -> Policies {
    let mut policies = Policies::default();
    for list in &options.coverage {
        // Clap has validated the list already.
        let _ = policies.set_listed(list);
    }
    if options.fail_on_skip && !is_partial {
        policies.set(Kind::RuleNotApplied, Policy::Fail);
    }
    policies
}

/// Prints a part of a configuration that was not seen.
pub fn warn(part: &NotSeen, io: &mut Io<'_>) {
    let at = part.span.map(|span| span.start);
    io.eprint(format_args!(
        "{}: not seen: {}",
        place(&part.file, at),
        part.reason
    ));
}
