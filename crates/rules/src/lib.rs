//! All lint rules: one file each in folders by subject, plus the rules that are data.
//!
//! [`bundled`] is the value that `cfn_warden_lint::Settings` takes. Nothing else of the workspace names a rule, so that an
//! edit of one compiles this crate and the programs again, and nothing in between.

pub mod conditions;
pub mod data_rule;
pub mod declared;
pub mod deployment;
pub mod formats;
pub mod functions;
pub mod keywords;
pub mod limits;
pub mod mappings;
pub mod metadata;
pub mod outputs;
pub mod parameters;
pub mod policy;
pub mod related;
pub mod resources;
pub mod rules_section;
pub mod sam;
pub mod secrets;
pub mod sections;
pub mod services;
pub mod template;

use std::sync::LazyLock;

use cfn_warden_lint::{Registry, Rule, RuleSet};

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::of(all()));

/// Returns all rules as a value; they are compiled when the first template is linted.
pub fn bundled() -> RuleSet {
    RuleSet::new(&REGISTRY)
}

/// Returns all rules. Each folder is listed here.
fn all() -> impl Iterator<Item = &'static Rule> {
    [
        conditions::ALL,
        deployment::ALL,
        formats::ALL,
        functions::ALL,
        keywords::ALL,
        mappings::ALL,
        metadata::ALL,
        outputs::ALL,
        parameters::ALL,
        resources::ALL,
        rules_section::ALL,
        services::ALL,
        template::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
    .chain(data_rule::all())
}

#[cfg(test)]
mod tests;
