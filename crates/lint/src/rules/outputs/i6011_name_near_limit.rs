//! Reported by E6011 above nine tenths of the limit.

use crate::Rule;

/// I6011
pub static RULE: Rule = Rule::label("I6011", &["outputs", "limits"]);
