//! Reported by the command line: what it was told to do cannot be done.

use crate::Rule;

/// E0003
pub static RULE: Rule = Rule::label(
    "E0003",
    "The configuration cannot be used",
    "An option, or a configuration file, is not as it should be",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base", "rule"],
);
