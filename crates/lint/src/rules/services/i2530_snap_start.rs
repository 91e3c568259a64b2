//! Reported by E2530 for functions that could start from a snapshot.

use crate::Rule;

/// I2530
pub static RULE: Rule = Rule::label("I2530", &["resources", "lambda"]);
