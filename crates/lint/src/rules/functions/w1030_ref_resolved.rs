//! ID for invalid values that `Ref` resolves to. Reported by the rule for `Ref`.

use crate::Rule;

pub static RULE: Rule = Rule::label("W1030", &["functions", "ref"]);
