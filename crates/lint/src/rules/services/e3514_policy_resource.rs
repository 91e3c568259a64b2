//! Checks `Resource` in resource policies.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{KeywordValue, Site, ViolationKind, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3514"),
    tags: &["parameters", "iam"],
    checks: Cow::Borrowed(&[Check::Value(&["AWS::IAM::Policy/Properties/PolicyDocument/Statement/Resource"], check)]),
};

const ARN: &str = r"^(arn:aws[A-Za-z\-]*?:[^:]+:[^:]*(:(?:\d{12}|\*|aws)?:.+|)|\*)$";
/// Pattern for bucket policies, which cannot apply to `*`.
const ARN_OF_BUCKET: &str = r"^arn:aws[A-Za-z\-]*?:[^:]+:[^:]*(:(?:\d{12}|\*|aws)?:.+|)$";

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(arn) = site.instance.as_str() else { return };
    let pattern = match site.cx.schema_path.nth(1) {
        None => return,
        Some("AWS::S3::BucketPolicy") => ARN_OF_BUCKET,
        Some(_) => ARN,
    };
    if !walk.begins(pattern, arn) {
        site.fail(out, ViolationKind::Pattern { instance: site.instance, pattern: KeywordValue::Text(pattern) });
    }
}
