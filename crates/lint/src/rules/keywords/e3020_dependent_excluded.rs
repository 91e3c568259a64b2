//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3020
pub static RULE: Rule = Rule::label(
    "E3020",
    "Properties that exclude each other",
    "A property is specified beside one that rules it out",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#dependentexcluded",
    &["resources"],
);
