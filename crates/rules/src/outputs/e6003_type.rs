//! ID for values of the wrong type in an output. Reported by E6001.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E6003", &["outputs"]);
