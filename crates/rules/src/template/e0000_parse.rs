//! ID for text that is not valid YAML or JSON. Reported by [`unreadable`](cfn_warden_lint::unreadable).

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E0000", &["base"]);
