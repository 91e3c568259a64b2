//! Reported by W2531 once no function of the runtime can be created.

use crate::Rule;

/// E2531
pub static RULE: Rule = Rule::label(
    "E2531",
    "Functions can be created",
    "A Lambda runtime is so old that functions of it can no longer be created",
    "https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html",
    &["resources", "lambda", "runtime"],
);
