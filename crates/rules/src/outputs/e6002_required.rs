//! ID for outputs without a value. Reported by E6001.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E6002", &["outputs"]);
