//! Owner of the schema of the whole template. Reports violations that no other rule claims.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E1001", &["base"]);
