//! ID for invalid values that `Ref` resolves to. Reported by the rule for `Ref`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1030", &["functions", "ref"]);
