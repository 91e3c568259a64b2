//! ID for violations of `anyOf` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3017", &["resources"]);
