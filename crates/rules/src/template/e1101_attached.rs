//! ID of the keyword that runs attached rules. Never reported.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E1101", &[]);
