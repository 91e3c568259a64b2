//! ID for violations of `maxUniqueItems` in resource properties. Reported by E3002.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E3065", &["resources", "property", "array", "length"]);
