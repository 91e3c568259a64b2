//! Reported by E7001: the name of a mapping is too long.

use crate::Rule;

/// E7002
pub static RULE: Rule = Rule::label("E7002", &["mappings", "limits"]);
