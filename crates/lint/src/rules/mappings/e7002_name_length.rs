//! Reported by E7001: the name of a mapping is too long.

use crate::Rule;

/// E7002
pub static RULE: Rule = Rule::label(
    "E7002",
    "Names of mappings are not too long",
    "The name of a mapping, or a key in it, is longer than it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/mappings-section-structure.html",
    &["mappings", "limits"],
);
