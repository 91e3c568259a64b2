//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3008
pub static RULE: Rule = Rule::label(
    "E3008",
    "The first items of a list are of the right kinds",
    "Items of a list that has a schema for each place fit them",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#prefixitems",
    &["resources", "properties", "array", "prefixItems"],
);
