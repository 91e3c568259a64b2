//! ID for invalid values that `Fn::Select` resolves to. Reported by the rule for `Fn::Select`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1035", &["functions", "select"]);
