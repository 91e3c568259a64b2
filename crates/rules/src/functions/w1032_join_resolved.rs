//! ID for invalid values that `Fn::Join` resolves to. Reported by the rule for `Fn::Join`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1032", &["functions", "join"]);
