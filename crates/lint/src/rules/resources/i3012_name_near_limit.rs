//! Reported by E3011 above nine tenths of the limit.

use crate::Rule;

/// I3012
pub static RULE: Rule = Rule::label(
    "I3012",
    "Logical ids that are nearly too long",
    "The name of a resource comes close to the length it may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["resources", "limits"],
);
