//! Would be reported by E7002 where it looks at names; what E7001 hands it is a length. So it is in the reference.

use crate::Rule;

/// I7002
pub static RULE: Rule = Rule::label("I7002", &["mappings", "limits"]);
