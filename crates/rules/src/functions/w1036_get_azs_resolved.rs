//! ID for invalid values that `Fn::GetAZs` resolves to. Reported by the rule for `Fn::GetAZs`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1036", &["functions", "getazs"]);
