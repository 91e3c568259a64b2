//! Reported by [`unreadable`](crate::unreadable): the text is no YAML or JSON.

use crate::Rule;

/// E0000
pub static RULE: Rule = Rule::label(
    "E0000",
    "The template cannot be read",
    "The text is no well-formed YAML or JSON, repeats a key, or is no map",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base"],
);
