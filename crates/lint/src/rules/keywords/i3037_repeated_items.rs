//! Reported by E3037 for lists that may repeat items.

use crate::Rule;

/// I3037
pub static RULE: Rule = Rule::label("I3037", &["resources", "property", "list"]);
