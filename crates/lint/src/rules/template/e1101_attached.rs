//! The keyword that runs attached rules; reports nothing of its own.

use crate::Rule;

/// E1101
pub static RULE: Rule = Rule::label("E1101", &[]);
