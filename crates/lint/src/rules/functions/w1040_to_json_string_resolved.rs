//! Reported where a value that `Fn::ToJsonString` resolves to does not fit.

use crate::Rule;

/// W1040
pub static RULE: Rule = Rule::label(
    "W1040",
    "What Fn::ToJsonString gives fits",
    "A value that Fn::ToJsonString may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-ToJsonString.html",
    &["functions", "tojsonstring"],
);
