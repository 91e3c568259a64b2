//! Reported where a value that `Fn::GetAZs` resolves to does not fit.

use crate::Rule;

/// W1036
pub static RULE: Rule = Rule::label(
    "W1036",
    "What Fn::GetAZs gives fits",
    "A value that Fn::GetAZs may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-getavailabilityzones.html",
    &["functions", "getazs"],
);
