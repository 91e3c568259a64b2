//! Reports `ForwardedValues` that a cache policy overrides.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3704"),
    tags: &["properties", "cloudfront"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::CloudFront::Distribution/Properties/DistributionConfig/DefaultCacheBehavior",
    "Resources/AWS::CloudFront::Distribution/Properties/DistributionConfig/CacheBehaviors/*",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let values = assertion.instance.entry("ForwardedValues");
    if let (Some(_), Some(values)) = (assertion.instance.entry("CachePolicyId"), values) {
        const MESSAGE: &str = "'ForwardedValues' is ignored when 'CachePolicyId' is specified";
        assertion.fail_at(evaluation, out, Step::Key(values.key), message!(MESSAGE));
    }
}
