//! Reported by E6001: an output lacks its value.

use crate::Rule;

/// E6002
pub static RULE: Rule = Rule::label("E6002", &["outputs"]);
