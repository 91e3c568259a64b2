//! An output's `Condition`.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::declared;

/// E6005
pub static RULE: Rule = Rule {
    id: "E6005",
    title: "An output's condition is declared",
    description: "An output names a condition that the template does not declare",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html",
    tags: &["outputs", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Condition"], declared::condition)]),
};
