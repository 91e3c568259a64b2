//! Reported by E3001 for SAM resources.

use crate::Rule;

/// W3001
pub static RULE: Rule = Rule::label("W3001", &["resources", "serverless"]);
