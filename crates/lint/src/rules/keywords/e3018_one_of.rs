//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3018
pub static RULE: Rule = Rule::label(
    "E3018",
    "Exactly one of several forms fits",
    "A value must fit one, and only one, of the forms that its type allows",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["resources"],
);
