//! Reported by E2001: a parameter's name, default or description is too long.

use crate::Rule;

/// E2011
pub static RULE: Rule = Rule::label("E2011", &["parameters", "limits"]);
