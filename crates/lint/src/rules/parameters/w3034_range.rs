//! Reported by E3034 where the value came from a parameter.

use crate::Rule;

/// W3034
pub static RULE: Rule = Rule::label("W3034", &["resources", "property", "number", "size"]);
