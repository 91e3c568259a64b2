//! ID for services with an announced end. Reported by E3710.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W3696", &["resources", "lifecycle"]);
