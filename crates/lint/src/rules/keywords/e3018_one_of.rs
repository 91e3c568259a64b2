//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3018
pub static RULE: Rule = Rule::label("E3018", &["resources"]);
