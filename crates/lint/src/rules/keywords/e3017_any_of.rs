//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3017
pub static RULE: Rule = Rule::label("E3017", &["resources"]);
