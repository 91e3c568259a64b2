//! Reported where a value that `Fn::Join` resolves to does not fit.

use crate::Rule;

/// W1032
pub static RULE: Rule = Rule::label(
    "W1032",
    "What Fn::Join gives fits",
    "A value that Fn::Join may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-join.html",
    &["functions", "join"],
);
