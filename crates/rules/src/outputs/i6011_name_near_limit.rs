//! ID for values above 90% of the limit of E6011. Reported by E6011.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I6011", &["outputs", "limits"]);
