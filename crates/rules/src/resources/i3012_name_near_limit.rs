//! ID for values above 90% of the limit of E3011. Reported by E3011.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I3012", &["resources", "limits"]);
