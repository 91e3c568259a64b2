//! Would be reported by E2011 where it looks at names; what E2001 hands it is a length. So it is in the reference.

use crate::Rule;

/// I2011
pub static RULE: Rule = Rule::label("I2011", &["parameters", "limits"]);
