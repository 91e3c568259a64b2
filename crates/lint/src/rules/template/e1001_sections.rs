//! Owner of the schema of the whole template. Reports violations that no other rule claims.

use crate::Rule;

pub static RULE: Rule = Rule::label("E1001", &["base"]);
