//! Reported by E3037 for lists that may repeat items.

use crate::Rule;

/// I3037
pub static RULE: Rule = Rule::label(
    "I3037",
    "Lists that repeat items",
    "A list that may hold equal items holds some",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/rules.md#rules-1",
    &["resources", "property", "list"],
);
