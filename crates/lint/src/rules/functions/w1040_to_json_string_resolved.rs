//! Reported where a value that `Fn::ToJsonString` resolves to does not fit.

use crate::Rule;

/// W1040
pub static RULE: Rule = Rule::label("W1040", &["functions", "tojsonstring"]);
