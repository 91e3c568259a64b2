//! Reported where a value that `Fn::FindInMap` resolves to does not fit.

use crate::Rule;

/// W1034
pub static RULE: Rule = Rule::label("W1034", &["functions", "findinmap"]);
