//! Reported by E2010.

use crate::Rule;

/// I2010
pub static RULE: Rule = Rule::label("I2010", &["parameters", "limits"]);
