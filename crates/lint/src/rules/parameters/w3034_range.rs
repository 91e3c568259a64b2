//! Reported by E3034 where the value came from a parameter.

use crate::Rule;

/// W3034
pub static RULE: Rule = Rule::label(
    "W3034",
    "What a parameter may be is within range where it is used",
    "A default or an allowed value of a parameter is smaller or larger than a property allows",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#number-size",
    &["resources", "property", "number", "size"],
);
