//! Reported by [`unsupported_deployment_file`](crate::unsupported_deployment_file): a deployment file has no form that is read.

use crate::Rule;

/// E0100
pub static RULE: Rule = Rule::label(
    "E0100",
    "A deployment file can be used",
    "A deployment file is no deployment file of Git sync",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base"],
);
