//! Reported by [`given`](crate::given): a value given for a parameter does not fit it.

use crate::Rule;

/// E2900
pub static RULE: Rule = Rule::label("E2900", &["parameters"]);
