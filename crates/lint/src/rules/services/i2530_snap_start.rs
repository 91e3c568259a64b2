//! ID for functions that could use SnapStart. Reported by E2530.

use crate::Rule;

pub static RULE: Rule = Rule::label("I2530", &["resources", "lambda"]);
