//! ID for outputs without a value. Reported by E6001.

use crate::Rule;

pub static RULE: Rule = Rule::label("E6002", &["outputs"]);
