//! ID for parameter files in an unsupported format. Reported by
//! [`unsupported_parameter_file`](cfn_warden_lint::unsupported_parameter_file).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0200", &["base"]);
