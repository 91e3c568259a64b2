//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3032
pub static RULE: Rule = Rule::label("E3032", &["resources", "property", "array", "length"]);
