//! Reported by E1002 above nine tenths of the limit.

use crate::lint::Rule;

/// I1002
pub static RULE: Rule = Rule::label(
    "I1002",
    "Nearly too long a template",
    "The text of a template comes close to how long it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["limits"],
);
