//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3003
pub static RULE: Rule = Rule::label("E3003", &["resources", "properties", "required"]);
