//! ID for names, defaults and descriptions of parameters that are too long. Reported by E2001.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E2011", &["parameters", "limits"]);
