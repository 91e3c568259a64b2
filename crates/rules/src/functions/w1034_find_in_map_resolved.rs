//! ID for invalid values that `Fn::FindInMap` resolves to. Reported by the rule for `Fn::FindInMap`.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W1034", &["functions", "findinmap"]);
