//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3021
pub static RULE: Rule = Rule::label(
    "E3021",
    "Properties that ask for others",
    "A property is specified without another one that it needs",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#dependentrequired",
    &["resources"],
);
