//! Checks the `Condition` of an output.

use std::borrow::Cow;

use crate::declared;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E6005"),
    tags: &["outputs", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Condition"], declared::condition)]),
};
