//! All rules: one file each in folders by subject, plus the rules that are data.

pub mod conditions;
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
pub mod values;

use super::Rule;

/// Returns all rules. Each folder is listed here.
pub fn all() -> impl Iterator<Item = &'static Rule> {
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
    .chain(super::data_rule::all())
}
