//! ID for E3031 if the value comes from a parameter. Reported by E3031.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W2031", &["parameters", "resources", "property", "pattern"]);
