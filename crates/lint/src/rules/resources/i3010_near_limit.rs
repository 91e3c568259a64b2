//! Reported by E3010 above nine tenths of the limit.

use crate::Rule;

/// I3010
pub static RULE: Rule = Rule::label(
    "I3010",
    "Nearly too many resources",
    "The number of resources comes close to what a template may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["resources", "limits"],
);
