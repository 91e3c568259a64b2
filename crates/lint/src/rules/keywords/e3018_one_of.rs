//! ID for violations of `oneOf` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3018", &["resources"]);
