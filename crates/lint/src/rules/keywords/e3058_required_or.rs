//! ID for violations of `requiredOr` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3058", &["resources"]);
