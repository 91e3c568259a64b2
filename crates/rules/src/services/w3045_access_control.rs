//! Reports the legacy property `AccessControl` of buckets.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violation, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::objects::without_conditions;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3045"),
    tags: &["resources", "s3"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::S3::Bucket/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let objects = without_conditions(
        evaluation.arena,
        evaluation.template.logic(),
        assertion.instance,
        &["AccessControl"],
    );
    for object in objects {
        if let Some(entry) = object
            .object
            .entry("AccessControl")
            .filter(|entry| !entry.value.is_false())
        {
            const MESSAGE: &str = "'AccessControl' is a legacy property. Consider using 'AWS::S3::BucketPolicy' instead";
            let instance_path = assertion
                .cx
                .instance_path
                .step(evaluation.arena, Step::Key(entry.key));
            out.push(Violation {
                instance_path,
                instance: entry.value,
                ..assertion.violation(message!(MESSAGE))
            });
        }
    }
}
