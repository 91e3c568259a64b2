//! Checks `UpdateReplacePolicy`.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::e3035_deletion_policy::check_policy;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3036"),
    tags: &["resources", "updatereplacepolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/UpdateReplacePolicy"], check)]),
};

static PLAIN: Inline =
    LazyLock::new(|| pack(r#"{"type": "string", "enum": ["Delete", "Retain"]}"#));
static SNAPSHOTS: Inline =
    LazyLock::new(|| pack(r#"{"type": "string", "enum": ["Delete", "Retain", "Snapshot"]}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    check_policy(
        RuleId::new("E3036"),
        &PLAIN,
        &SNAPSHOTS,
        evaluation,
        assertion,
        out,
    );
}
