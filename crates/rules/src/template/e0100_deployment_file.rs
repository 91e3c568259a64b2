//! ID for deployment files in an unsupported format. Reported by
//! [`unsupported_deployment_file`](cfn_warden_lint::unsupported_deployment_file).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0100", &["base"]);
