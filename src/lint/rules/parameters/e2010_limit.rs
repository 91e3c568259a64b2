//! Speaks for a number of parameters in the schema of the section, which has none; so it is in the reference.

use crate::lint::Rule;

/// E2010
pub static RULE: Rule = Rule::label(
    "E2010",
    "Not too many parameters",
    "A template has more parameters than it may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["parameters", "limits"],
);
