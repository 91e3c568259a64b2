//! Reported by [`lint`](crate::lint()) where a limit was reached ([`Limit`](cfn_warden_schema::Limit)).

use crate::Rule;

/// E0002
pub static RULE: Rule = Rule::label("E0002", &["base", "rule"]);
