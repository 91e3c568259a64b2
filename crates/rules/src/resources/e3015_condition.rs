//! Checks the `Condition` of a resource.

use std::borrow::Cow;

use crate::declared;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3015"),
    tags: &["resources", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/*/Condition"],
        declared::condition,
    )]),
};
