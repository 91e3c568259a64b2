//! Reported by E6010 above nine tenths of the limit.

use crate::Rule;

/// I6010
pub static RULE: Rule = Rule::label("I6010", &["outputs", "limits"]);
