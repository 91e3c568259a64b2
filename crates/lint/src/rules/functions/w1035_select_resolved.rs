//! Reported where a value that `Fn::Select` resolves to does not fit.

use crate::Rule;

/// W1035
pub static RULE: Rule = Rule::label(
    "W1035",
    "What Fn::Select gives fits",
    "A value that Fn::Select may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-select.html",
    &["functions", "select"],
);
