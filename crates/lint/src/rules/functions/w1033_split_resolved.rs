//! Reported where a value that `Fn::Split` resolves to does not fit.

use crate::Rule;

/// W1033
pub static RULE: Rule = Rule::label("W1033", &["functions", "split"]);
