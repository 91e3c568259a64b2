//! ID for E3034 if the value comes from a parameter. Reported by E3034.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W3034", &["resources", "property", "number", "size"]);
