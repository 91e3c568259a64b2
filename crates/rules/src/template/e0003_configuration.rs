//! ID for invalid configuration. Reported by the command line.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0003", &["base", "rule"]);
