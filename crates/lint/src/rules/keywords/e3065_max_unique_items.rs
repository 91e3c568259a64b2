//! ID for violations of `maxUniqueItems` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3065", &["resources", "property", "array", "length"]);
