//! Reported by E6001: a part of an output is of another type.

use crate::Rule;

/// E6003
pub static RULE: Rule = Rule::label("E6003", &["outputs"]);
