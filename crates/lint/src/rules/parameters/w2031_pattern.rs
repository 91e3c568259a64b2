//! Reported by E3031 where the value came from a parameter.

use crate::Rule;

/// W2031
pub static RULE: Rule = Rule::label("W2031", &["parameters", "resources", "property", "pattern"]);
