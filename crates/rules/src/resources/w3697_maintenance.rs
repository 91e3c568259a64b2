//! ID for services in maintenance. Reported by E3710.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W3697", &["resources", "lifecycle"]);
