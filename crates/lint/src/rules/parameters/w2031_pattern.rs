//! Reported by E3031 where the value came from a parameter.

use crate::Rule;

/// W2031
pub static RULE: Rule = Rule::label(
    "W2031",
    "What a parameter may be matches where it is used",
    "A default or an allowed value of a parameter does not match the pattern of a property",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#pattern",
    &["parameters", "resources", "property", "pattern"],
);
