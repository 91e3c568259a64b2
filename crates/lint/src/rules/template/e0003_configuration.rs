//! Reported by the command line: what it was told to do cannot be done.

use crate::Rule;

/// E0003
pub static RULE: Rule = Rule::label("E0003", &["base", "rule"]);
