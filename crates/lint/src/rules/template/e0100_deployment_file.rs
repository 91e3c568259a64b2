//! Reported by [`unsupported_deployment_file`](crate::unsupported_deployment_file): a deployment file has no form that is read.

use crate::Rule;

/// E0100
pub static RULE: Rule = Rule::label("E0100", &["base"]);
