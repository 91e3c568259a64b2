//! Reported by E3710 for services that will end.

use crate::Rule;

/// W3696
pub static RULE: Rule = Rule::label("W3696", &["resources", "lifecycle"]);
