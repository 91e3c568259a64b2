//! ID for mapping names that are too long. Reported by E7001.

use crate::Rule;

pub static RULE: Rule = Rule::label("E7002", &["mappings", "limits"]);
