//! Reported by the walk where an object has too many scenarios. The reference skips them silently.

use crate::lint::Rule;

/// I0002
pub static RULE: Rule = Rule::label(
    "I0002",
    "Every combination of conditions was looked at",
    "An object asks more conditions than can be combined; keywords that depend on them all saw a choice of combinations",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/conditions-section-structure.html",
    &[],
);
