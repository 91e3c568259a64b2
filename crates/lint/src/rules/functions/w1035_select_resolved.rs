//! Reported where a value that `Fn::Select` resolves to does not fit.

use crate::Rule;

/// W1035
pub static RULE: Rule = Rule::label("W1035", &["functions", "select"]);
