//! ID for values above 90% of the limit of E1004. Reported by E1004.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I1003", &["description", "limits"]);
