//! Reported by E3010 above nine tenths of the limit.

use crate::Rule;

/// I3010
pub static RULE: Rule = Rule::label("I3010", &["resources", "limits"]);
