//! Reported by the walk where it stopped short.

use crate::lint::Rule;

/// E0002
pub static RULE: Rule = Rule::label(
    "E0002",
    "A check could not be carried out",
    "A rule failed on this template, or the template takes more work than is allowed; it was not fully checked",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base", "rule"],
);
