//! ID for invalid values that `Fn::Split` resolves to. Reported by the rule for `Fn::Split`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1033", &["functions", "split"]);
