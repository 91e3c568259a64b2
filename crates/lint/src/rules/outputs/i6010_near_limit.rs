//! Reported by E6010 above nine tenths of the limit.

use crate::Rule;

/// I6010
pub static RULE: Rule = Rule::label(
    "I6010",
    "Nearly too many outputs",
    "The number of outputs comes close to what a template may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["outputs", "limits"],
);
