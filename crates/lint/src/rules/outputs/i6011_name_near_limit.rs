//! Reported by E6011 above nine tenths of the limit.

use crate::Rule;

/// I6011
pub static RULE: Rule = Rule::label(
    "I6011",
    "Nearly too long a name of an output",
    "The name of an output comes close to how long it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["outputs", "limits"],
);
