//! ID for violations of `requiredXor` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3014", &["resources"]);
