//! An output's `Condition`.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::declared;

/// E6005
pub static RULE: Rule = Rule {
    id: "E6005",
    tags: &["outputs", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Condition"], declared::condition)]),
};
