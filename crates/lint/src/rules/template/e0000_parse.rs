//! ID for text that is not valid YAML or JSON. Reported by [`unreadable`](crate::unreadable).

use crate::Rule;

pub static RULE: Rule = Rule::label("E0000", &["base"]);
