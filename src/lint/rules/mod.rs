//! The rules: one file each, in folders by what they are about; and those that are data.

pub mod conditions;
pub mod functions;
pub mod keywords;
pub mod limits;
pub mod mappings;
pub mod parameters;
pub mod resources;
pub mod template;

use super::Rule;

/// Every rule; a folder is one line here.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [conditions::ALL, functions::ALL, keywords::ALL, mappings::ALL, parameters::ALL, resources::ALL, template::ALL]
        .into_iter()
        .flatten()
        .copied()
}
