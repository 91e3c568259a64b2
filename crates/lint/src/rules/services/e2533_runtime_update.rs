//! Reported by W2531 once a function of the runtime can no longer be updated.

use crate::Rule;

/// E2533
pub static RULE: Rule = Rule::label(
    "E2533",
    "Functions can be updated",
    "A Lambda runtime is so old that functions of it can no longer be updated",
    "https://docs.aws.amazon.com/lambda/latest/dg/runtime-support-policy.html",
    &["resources", "lambda", "runtime"],
);
