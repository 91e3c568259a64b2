//! Reports method settings that change nothing.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3705"),
    tags: &["properties", "apigateway"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::ApiGateway::Stage/Properties/MethodSettings/*"];

const SETTINGS: &[&str] = &[
    "CacheDataEncrypted",
    "CacheTtlInSeconds",
    "CachingEnabled",
    "DataTraceEnabled",
    "LoggingLevel",
    "MetricsEnabled",
    "ThrottlingBurstLimit",
    "ThrottlingRateLimit",
];

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = assertion
        .instance
        .as_map()
        .filter(|entries| !entries.is_empty())
    else {
        return;
    };
    if !entries.iter().any(|entry| {
        entry
            .key
            .as_str()
            .is_some_and(|key| SETTINGS.contains(&key))
    }) {
        const MESSAGE: &str = "MethodSettings entry has no effect without a setting property \
                     (LoggingLevel, MetricsEnabled, CachingEnabled, etc.)";
        assertion.fail(out, message!(MESSAGE));
    }
}
