//! Reported by E1028 for a branch that cannot be taken.

use crate::Rule;

/// W1028
pub static RULE: Rule = Rule::label("W1028", &["functions", "if"]);
