//! ID for violations of `minItems` and `maxItems` in resource properties. Reported by E3002.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E3032", &["resources", "property", "array", "length"]);
