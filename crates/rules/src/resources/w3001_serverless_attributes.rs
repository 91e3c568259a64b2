//! ID for unknown attributes of SAM resources. Reported by E3001.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("W3001", &["resources", "serverless"]);
