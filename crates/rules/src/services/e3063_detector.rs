//! Checks that a GuardDuty detector does not set both features and data sources.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3063"),
    tags: &["resources", "guardduty"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::GuardDuty::Detector/Properties"];

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.entry("DataSources").is_some()
        && assertion.instance.entry("Features").is_some()
    {
        const MESSAGE: &str = "Both 'DataSources' and 'Features' were provided. \
                     You can provide only one; it is recommended to use 'Features'.";
        assertion.fail(out, message!(MESSAGE));
    }
}
