//! A resource's `Condition`.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::declared;

/// E3015
pub static RULE: Rule = Rule {
    id: "E3015",
    title: "A resource's condition is declared",
    description: "A resource names a condition that the template does not declare",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/resources-section-structure.html",
    tags: &["resources", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Condition"], declared::condition)]),
};
