//! Variables that an `Fn::Sub` declares and does not use. In cfn-lint 1.58.0 the rule is handed the text alone, never the
//! variables beside it; so it reports nothing there, nor here.

use crate::lint::Rule;

/// W1019
pub static RULE: Rule = Rule::label(
    "W1019",
    "Variables of Fn::Sub are used",
    "A variable that is declared for an Fn::Sub does not occur in its text",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-sub.html",
    &["functions", "sub"],
);
