//! ID for repeated items in lists that may have them. Reported by E3037.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I3037", &["resources", "property", "list"]);
