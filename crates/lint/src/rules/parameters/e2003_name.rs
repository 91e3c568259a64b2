//! Speaks for patterns in the schema of the section, which has none: a name that does not fit is an additional property,
//! which E2001 reports; so it is in the reference.

use crate::Rule;

/// E2003
pub static RULE: Rule = Rule::label("E2003", &["parameters", "name"]);
