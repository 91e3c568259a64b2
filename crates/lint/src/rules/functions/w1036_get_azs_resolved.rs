//! Reported where a value that `Fn::GetAZs` resolves to does not fit.

use crate::Rule;

/// W1036
pub static RULE: Rule = Rule::label("W1036", &["functions", "getazs"]);
