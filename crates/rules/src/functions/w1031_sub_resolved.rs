//! ID for invalid values that `Fn::Sub` resolves to. Reported by the rule for `Fn::Sub`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1031", &["functions", "sub"]);
