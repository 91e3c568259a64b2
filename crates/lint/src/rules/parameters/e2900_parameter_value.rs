//! ID for invalid parameter values. Reported by [`parameter_values`](crate::parameter_values).

use crate::Rule;

pub static RULE: Rule = Rule::label("E2900", &["parameters"]);
