//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3058
pub static RULE: Rule = Rule::label(
    "E3058",
    "At least one of several properties is there",
    "One or more of a group of properties must be specified",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#requiredor",
    &["resources"],
);
