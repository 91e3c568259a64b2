//! ID for values above 90% of the limit of E7010. Reported by E7010.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I7010", &["mappings", "limits"]);
