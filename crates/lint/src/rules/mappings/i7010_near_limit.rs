//! Reported by E7010 above nine tenths of the limit.

use crate::Rule;

/// I7010
pub static RULE: Rule = Rule::label(
    "I7010",
    "Nearly too many keys in a mapping",
    "The number of keys of a mapping comes close to what it may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["mappings", "limits"],
);
