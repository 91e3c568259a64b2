//! Reported by [`lint`](crate::lint()): a transform cannot be done, so nothing else is checked.

use crate::Rule;

/// E0001
pub static RULE: Rule = Rule::label(
    "E0001",
    "The template cannot be transformed",
    "A loop of the language extensions is malformed, or cannot be unrolled",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base", "transform"],
);
