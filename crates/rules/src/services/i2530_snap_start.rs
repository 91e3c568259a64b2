//! ID for functions that could use SnapStart. Reported by E2530.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("I2530", &["resources", "lambda"]);
