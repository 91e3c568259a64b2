//! Reported by E2530 for functions that could start from a snapshot.

use crate::Rule;

/// I2530
pub static RULE: Rule = Rule::label(
    "I2530",
    "Java functions start from a snapshot",
    "A Lambda function of a Java runtime does not use SnapStart",
    "https://docs.aws.amazon.com/lambda/latest/dg/snapstart.html",
    &["resources", "lambda"],
);
