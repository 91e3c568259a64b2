//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3014
pub static RULE: Rule = Rule::label(
    "E3014",
    "Exactly one of several properties is there",
    "One, and only one, of a group of properties must be specified",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#requiredxor",
    &["resources"],
);
