//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3058
pub static RULE: Rule = Rule::label("E3058", &["resources"]);
