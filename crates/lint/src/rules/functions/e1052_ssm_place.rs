//! Nothing runs it: E1050, which finds dynamic references, does not know it. So it is in the reference.

use crate::Rule;

/// E1052
pub static RULE: Rule = Rule::label(
    "E1052",
    "References to SSM parameters stand where they can",
    "A dynamic reference to an SSM parameter stands where it is not resolved",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html#dynamic-references-ssm",
    &["functions", "dynamic reference"],
);
