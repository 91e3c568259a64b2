//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3065
pub static RULE: Rule = Rule::label("E3065", &["resources", "property", "array", "length"]);
