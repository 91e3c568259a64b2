//! Asks for a keyword that no schema has; what is not declared is found by E3015, E6005, E8007 and the functions. So it
//! is in the reference.

use crate::Rule;

/// E8002
pub static RULE: Rule = Rule::label("E8002", &["conditions"]);
