//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3020
pub static RULE: Rule = Rule::label("E3020", &["resources"]);
