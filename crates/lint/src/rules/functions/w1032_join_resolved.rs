//! Reported where a value that `Fn::Join` resolves to does not fit.

use crate::Rule;

/// W1032
pub static RULE: Rule = Rule::label("W1032", &["functions", "join"]);
