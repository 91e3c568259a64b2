//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3032
pub static RULE: Rule = Rule::label(
    "E3032",
    "Lists have as many items as they may",
    "A list has fewer or more items than its type allows",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#arraylength",
    &["resources", "property", "array", "length"],
);
