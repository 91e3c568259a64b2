//! Reported where a value that `Fn::Split` resolves to does not fit.

use crate::Rule;

/// W1033
pub static RULE: Rule = Rule::label(
    "W1033",
    "What Fn::Split gives fits",
    "A value that Fn::Split may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-split.html",
    &["functions", "split"],
);
