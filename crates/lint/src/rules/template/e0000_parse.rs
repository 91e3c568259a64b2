//! Reported by [`unreadable`](crate::unreadable): the text is no YAML or JSON.

use crate::Rule;

/// E0000
pub static RULE: Rule = Rule::label("E0000", &["base"]);
