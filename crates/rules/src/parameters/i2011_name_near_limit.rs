//! Never reported, as in cfn-lint: E2011 would have to check names, but E2001 passes it lengths.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I2011", &["parameters", "limits"]);
