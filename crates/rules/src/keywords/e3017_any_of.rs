//! ID for violations of `anyOf` in resource properties. Reported by E3002.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E3017", &["resources"]);
