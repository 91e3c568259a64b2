//! ID for violations of `dependentExcluded` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3020", &["resources"]);
