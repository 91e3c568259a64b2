//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3021
pub static RULE: Rule = Rule::label("E3021", &["resources"]);
