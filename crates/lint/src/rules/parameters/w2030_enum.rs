//! Reported by E3030 where the value came from a parameter.

use crate::Rule;

/// W2030
pub static RULE: Rule = Rule::label("W2030", &["parameters", "resources", "property", "allowed value"]);
