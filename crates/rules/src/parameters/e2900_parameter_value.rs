//! ID for invalid parameter values. Reported by [`parameter_values`](cfn_warden_lint::parameter_values).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E2900", &["parameters"]);
