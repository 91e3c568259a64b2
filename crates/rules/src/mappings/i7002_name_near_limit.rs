//! Never reported, as in cfn-lint: E7002 would have to check names, but E7001 passes it lengths.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I7002", &["mappings", "limits"]);
