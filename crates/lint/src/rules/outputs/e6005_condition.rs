//! Checks the `Condition` of an output.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::declared;

pub static RULE: Rule = Rule {
    id: "E6005",
    tags: &["outputs", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Condition"], declared::condition)]),
};
