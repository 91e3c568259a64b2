//! Reports `ForwardedValues` that a cache policy overrides.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Site, Step, Violations, Walk, message};
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

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let values = site.instance.entry("ForwardedValues");
    if let (Some(_), Some(values)) = (site.instance.entry("CachePolicyId"), values) {
        const MESSAGE: &str = "'ForwardedValues' is ignored when 'CachePolicyId' is specified";
        site.fail_at(walk, out, Step::Key(values.key), message!(MESSAGE));
    }
}
