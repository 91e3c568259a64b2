//! ID for invalid values that `Fn::ToJsonString` resolves to. Reported by the rule for `Fn::ToJsonString`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1040", &["functions", "tojsonstring"]);
