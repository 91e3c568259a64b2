//! Reported by E1004 above nine tenths of the limit.

use crate::Rule;

/// I1003
pub static RULE: Rule = Rule::label(
    "I1003",
    "Nearly too long a description",
    "The description of a template comes close to how long it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["description", "limits"],
);
