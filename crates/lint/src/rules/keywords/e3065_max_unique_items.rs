//! The id of what the keyword finds below resource properties.

use crate::Rule;

/// E3065
pub static RULE: Rule = Rule::label(
    "E3065",
    "Lists have no more different items than they may",
    "A list has more distinct values than its type allows",
    "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/cfn-schema-specification.md#maxuniqueitems",
    &["resources", "property", "array", "length"],
);
