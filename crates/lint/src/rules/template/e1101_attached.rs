//! The keyword that runs attached rules; reports nothing of its own.

use crate::Rule;

/// E1101
pub static RULE: Rule = Rule::label(
    "E1101",
    "Rules attached to a place of the template",
    "Runs the rules that are attached to a place; they report under their own ids",
    "",
    &[],
);
