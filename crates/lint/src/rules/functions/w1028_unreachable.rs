//! Reported by E1028 for a branch that cannot be taken.

use crate::Rule;

/// W1028
pub static RULE: Rule = Rule::label(
    "W1028",
    "Branches of Fn::If that are never taken",
    "The condition of an Fn::If cannot have the value that leads to this branch",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-conditions.html#intrinsic-function-reference-conditions-if",
    &["functions", "if"],
);
