//! ID for branches that cannot be reached. Reported by E1028.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1028", &["functions", "if"]);
