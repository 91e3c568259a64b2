//! Reported where a value that `Fn::Sub` resolves to does not fit.

use crate::Rule;

/// W1031
pub static RULE: Rule = Rule::label("W1031", &["functions", "sub"]);
