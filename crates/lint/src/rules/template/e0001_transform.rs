//! ID for failed transforms, after which nothing else is checked. Reported by [`lint`](crate::lint()).

use crate::Rule;

pub static RULE: Rule = Rule::label("E0001", &["base", "transform"]);
