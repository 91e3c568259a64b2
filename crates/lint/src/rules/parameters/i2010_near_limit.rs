//! Reported by E2010.

use crate::Rule;

/// I2010
pub static RULE: Rule = Rule::label(
    "I2010",
    "Nearly too many parameters",
    "The number of parameters comes close to what a template may have",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["parameters", "limits"],
);
