//! Reported by E1004.

use crate::Rule;

/// E1003
pub static RULE: Rule = Rule::label(
    "E1003",
    "The description is not too long",
    "The description of a template is longer than it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["description", "limits"],
);
