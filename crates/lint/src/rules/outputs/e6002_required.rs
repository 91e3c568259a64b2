//! Reported by E6001: an output lacks its value.

use crate::Rule;

/// E6002
pub static RULE: Rule = Rule::label(
    "E6002",
    "An output has a value",
    "An output lacks Value, or its Export a Name",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html",
    &["outputs"],
);
