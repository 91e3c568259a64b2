//! Reported by E2001: a parameter's name, default or description is too long.

use crate::Rule;

/// E2011
pub static RULE: Rule = Rule::label(
    "E2011",
    "Names and texts of parameters are not too long",
    "The name of a parameter, or one of its texts, is longer than it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["parameters", "limits"],
);
