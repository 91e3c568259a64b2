//! ID for invalid configuration. Reported by the command line.

use crate::Rule;

pub static RULE: Rule = Rule::label("E0003", &["base", "rule"]);
