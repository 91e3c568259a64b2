//! Checks the health check type of Auto Scaling groups.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3056"),
    tags: &["resources", "autoscaling"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::AutoScaling::AutoScalingGroup/Properties/HealthCheckType"];

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(text) = assertion
        .instance
        .as_str()
        .filter(|text| text.contains(','))
    else {
        return;
    };
    if text.split(',').any(|part| part.trim() == "EC2") {
        const MESSAGE: &str = "EC2 cannot be combined with other health check types. Got {}";
        assertion.fail(out, message!(MESSAGE, [Operand::Text(text)]));
    }
}
