//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3014
pub static RULE: Rule = Rule::label("E3014", &["resources"]);
