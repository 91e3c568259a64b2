//! Owner of the walk over the whole template: what no other rule claims.

use crate::Rule;

/// E1001
pub static RULE: Rule = Rule::label("E1001", &["base"]);
