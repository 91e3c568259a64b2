//! ID for violations of `dependentExcluded` in resource properties. Reported by E3002.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E3020", &["resources"]);
