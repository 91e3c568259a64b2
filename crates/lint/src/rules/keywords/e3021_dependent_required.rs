//! ID for violations of `dependentRequired` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3021", &["resources"]);
