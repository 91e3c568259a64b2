//! Checks `Resource` in resource policies.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, KeywordValue, ViolationKind, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3514"),
    tags: &["parameters", "iam"],
    checks: Cow::Borrowed(&[Check::Value(
        &["AWS::IAM::Policy/Properties/PolicyDocument/Statement/Resource"],
        check,
    )]),
};

const ARN: &str = r"^(arn:aws[A-Za-z\-]*?:[^:]+:[^:]*(:(?:\d{12}|\*|aws)?:.+|)|\*)$";
/// Pattern for bucket policies, which cannot apply to `*`.
const ARN_OF_BUCKET: &str = r"^arn:aws[A-Za-z\-]*?:[^:]+:[^:]*(:(?:\d{12}|\*|aws)?:.+|)$";

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(arn) = assertion.instance.as_str() else {
        return;
    };
    let pattern = match assertion.cx.schema_path.nth(1) {
        None => return,
        Some("AWS::S3::BucketPolicy") => ARN_OF_BUCKET,
        Some(_) => ARN,
    };
    if !evaluation.begins(pattern, arn) {
        assertion.fail(
            out,
            ViolationKind::Pattern {
                instance: assertion.instance,
                pattern: KeywordValue::Text(pattern),
            },
        );
    }
}
