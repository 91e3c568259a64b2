//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3003
pub static RULE: Rule = Rule::label(
    "E3003",
    "Required properties are there",
    "A resource or a part of it lacks a property that its type requires",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#required",
    &["resources", "properties", "required"],
);
