//! ID for invalid values that `Fn::Sub` resolves to. Reported by the rule for `Fn::Sub`.

use crate::Rule;

pub static RULE: Rule = Rule::label("W1031", &["functions", "sub"]);
