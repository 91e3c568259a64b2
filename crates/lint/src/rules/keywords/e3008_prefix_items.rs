//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3008
pub static RULE: Rule = Rule::label("E3008", &["resources", "properties", "array", "prefixItems"]);
