//! Never reported, as in cfn-lint: no schema has the keyword that the rule checks. Undeclared conditions are reported
//! by E3015, E6005, E8007 and the function rules.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E8002", &["conditions"]);
