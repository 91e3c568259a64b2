//! Reported where a value that `Ref` resolves to does not fit.

use crate::Rule;

/// W1030
pub static RULE: Rule = Rule::label(
    "W1030",
    "What Ref gives fits",
    "A value that Ref may give, as far as it is known, does not fit where it is used",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-ref.html",
    &["functions", "ref"],
);
