//! Reported by E1004.

use crate::Rule;

/// E1003
pub static RULE: Rule = Rule::label("E1003", &["description", "limits"]);
