//! ID for a number of parameters above 90% of the limit. Reported by E2010.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I2010", &["parameters", "limits"]);
