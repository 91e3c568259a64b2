//! ID for values above 90% of the limit of E6010. Reported by E6010.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I6010", &["outputs", "limits"]);
