//! Reported where a value that `Fn::FindInMap` resolves to does not fit.

use crate::Rule;

/// W1034
pub static RULE: Rule = Rule::label(
    "W1034",
    "What Fn::FindInMap gives fits",
    "A value that Fn::FindInMap may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-findinmap.html",
    &["functions", "findinmap"],
);
