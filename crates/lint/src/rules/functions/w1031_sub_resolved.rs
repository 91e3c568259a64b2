//! Reported where a value that `Fn::Sub` resolves to does not fit.

use crate::Rule;

/// W1031
pub static RULE: Rule = Rule::label(
    "W1031",
    "What Fn::Sub gives fits",
    "A value that Fn::Sub may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-sub.html",
    &["functions", "sub"],
);
