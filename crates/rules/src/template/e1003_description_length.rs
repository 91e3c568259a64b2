//! ID for descriptions that are too long. Reported by E1004.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E1003", &["description", "limits"]);
