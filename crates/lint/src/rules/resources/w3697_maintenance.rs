//! Reported by E3710 for services in maintenance.

use crate::Rule;

/// W3697
pub static RULE: Rule = Rule::label("W3697", &["resources", "lifecycle"]);
