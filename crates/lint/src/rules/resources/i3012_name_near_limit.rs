//! Reported by E3011 above nine tenths of the limit.

use crate::Rule;

/// I3012
pub static RULE: Rule = Rule::label("I3012", &["resources", "limits"]);
