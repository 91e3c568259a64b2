//! ID for mapping names that are too long. Reported by E7001.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E7002", &["mappings", "limits"]);
