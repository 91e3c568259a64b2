//! ID for values above 90% of the limit of E3010. Reported by E3010.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I3010", &["resources", "limits"]);
