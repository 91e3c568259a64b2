//! Reports resources with only one of `DeletionPolicy` and `UpdateReplacePolicy`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{Report, SchemaRule, View};
use cfn_warden_schema::{Assertion, DataCheck, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3011"),
    tags: &["resources", "updatereplacepolicy", "deletionpolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

static SPEC: SchemaRule = SchemaRule {
    paths: Cow::Borrowed(&[]),
    document: "other/resources/update_policy_delete",
    view: View::PLAIN,
    report: Report::Best(MessageTemplate::of_all(
        "Both 'UpdateReplacePolicy' and 'DeletionPolicy' are needed to protect resource from deletion",
    )),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let kind = assertion
        .instance
        .get("Type")
        .and_then(|kind| kind.as_str());
    if !matches!(
        kind,
        Some("AWS::Lambda::Version" | "AWS::Lambda::LayerVersion")
    ) {
        SPEC.check(RuleId::new("W3011"), evaluation, assertion, out);
    }
}
