//! Checks the number of days before objects move to an archive tier.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::types::{Type, is_type};
use cfn_warden_schema::{Assertion, Evaluation, Step, Violation, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3061"),
    tags: &["resources", "s3"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::S3::Bucket/Properties/IntelligentTieringConfigurations/*/Tierings/*"],
        check,
    )]),
};

static TIERS: Inline = LazyLock::new(|| {
    pack(
        r#"{"ARCHIVE_ACCESS": {"minimum": 90, "maximum": 730},
            "DEEP_ARCHIVE_ACCESS": {"minimum": 180, "maximum": 730}}"#,
    )
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (tier, cx) in evaluation.values(assertion.cx, assertion.instance, &["AccessTier"]) {
        let Some(tier) = tier.and_then(|tier| tier.as_str()) else {
            continue;
        };
        for (days, _) in evaluation.values(&cx, assertion.instance, &["Days"]) {
            let Some(days) = days else { continue };
            let days = match days.value {
                Value::Str(text) => match python::int(text) {
                    Some(number) => Node {
                        value: Value::Int(number),
                        ..days
                    },
                    None => return,
                },
                _ => days,
            };
            let Some(schema) = TIERS
                .root()
                .get(tier)
                .filter(|_| is_type(days, Type::Integer))
            else {
                continue;
            };
            let mut found = Violations::new();
            evaluation.check(assertion.cx, schema, days, &mut found);
            for violation in found.into_list() {
                let instance_path = assertion
                    .cx
                    .instance_path
                    .step(evaluation.arena, Step::Name("Days"));
                out.push(Violation {
                    rule: Some(RULE.id),
                    instance_path,
                    ..violation
                });
            }
        }
    }
}
