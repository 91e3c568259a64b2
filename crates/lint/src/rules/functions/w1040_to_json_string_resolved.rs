//! ID for invalid values that `Fn::ToJsonString` resolves to. Reported by the rule for `Fn::ToJsonString`.

use crate::Rule;

pub static RULE: Rule = Rule::label("W1040", &["functions", "tojsonstring"]);
