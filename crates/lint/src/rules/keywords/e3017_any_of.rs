//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3017
pub static RULE: Rule = Rule::label(
    "E3017",
    "At least one of several forms fits",
    "A value must fit at least one of the forms that its type allows",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["resources"],
);
