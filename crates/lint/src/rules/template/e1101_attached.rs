//! ID of the keyword that runs attached rules. Never reported.

use crate::Rule;

pub static RULE: Rule = Rule::label("E1101", &[]);
