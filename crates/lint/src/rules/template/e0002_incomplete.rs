//! Reported by [`lint`](crate::lint()) where a limit was reached ([`Limit`](cfn_warden_schema::Limit)).

use crate::Rule;

/// E0002
pub static RULE: Rule = Rule::label(
    "E0002",
    "A check could not be carried out",
    "The template takes more work than is allowed, or asks for more combinations than are looked at: it was not fully checked",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base", "rule"],
);
