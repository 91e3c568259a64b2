//! Never reported, as in cfn-lint: E1050, which finds dynamic references, does not run it.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E1052", &["functions", "dynamic reference"]);
