//! Reported by E3030 where the value came from a parameter.

use crate::Rule;

/// W2030
pub static RULE: Rule = Rule::label(
    "W2030",
    "What a parameter may be is allowed where it is used",
    "A default or an allowed value of a parameter is none of those that a property can have",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#enum",
    &["parameters", "resources", "property", "allowed value"],
);
