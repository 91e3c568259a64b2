//! ID for deployment files in an unsupported format. Reported by
//! [`unsupported_deployment_file`](crate::unsupported_deployment_file).

use crate::Rule;

pub static RULE: Rule = Rule::label("E0100", &["base"]);
