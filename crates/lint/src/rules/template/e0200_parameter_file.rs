//! Reported by [`unsupported_parameter_file`](crate::unsupported_parameter_file): a file of parameters has no form that is read.

use crate::Rule;

/// E0200
pub static RULE: Rule = Rule::label("E0200", &["base"]);
