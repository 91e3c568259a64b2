//! Reported by E1004 above nine tenths of the limit.

use crate::Rule;

/// I1003
pub static RULE: Rule = Rule::label("I1003", &["description", "limits"]);
