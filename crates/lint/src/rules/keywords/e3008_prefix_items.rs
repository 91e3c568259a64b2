//! ID for violations of `prefixItems` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3008", &["resources", "properties", "array", "prefixItems"]);
