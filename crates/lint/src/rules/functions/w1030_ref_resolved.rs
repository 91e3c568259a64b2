//! Reported where a value that `Ref` resolves to does not fit.

use crate::Rule;

/// W1030
pub static RULE: Rule = Rule::label("W1030", &["functions", "ref"]);
