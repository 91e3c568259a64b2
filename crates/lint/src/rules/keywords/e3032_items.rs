//! ID for violations of `minItems` and `maxItems` in resource properties. Reported by E3002.

use crate::Rule;

pub static RULE: Rule = Rule::label("E3032", &["resources", "property", "array", "length"]);
