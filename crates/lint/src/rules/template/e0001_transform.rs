//! Reported by [`lint`](crate::lint()): a transform cannot be done, so nothing else is checked.

use crate::Rule;

/// E0001
pub static RULE: Rule = Rule::label("E0001", &["base", "transform"]);
