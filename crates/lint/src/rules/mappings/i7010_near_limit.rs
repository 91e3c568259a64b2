//! Reported by E7010 above nine tenths of the limit.

use crate::Rule;

/// I7010
pub static RULE: Rule = Rule::label("I7010", &["mappings", "limits"]);
