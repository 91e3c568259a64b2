//! Reports `VirtualName` on EBS block devices, which ignore it.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3698"),
    tags: &["resources", "ec2"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::EC2::Instance/Properties/BlockDeviceMappings/*",
    "Resources/AWS::EC2::LaunchTemplate/Properties/LaunchTemplateData/BlockDeviceMappings/*",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/LaunchSpecifications/*/BlockDeviceMappings/*",
    "Resources/AWS::AutoScaling::LaunchConfiguration/Properties/BlockDeviceMappings/*",
    "Resources/AWS::OpsWorks::Instance/Properties/BlockDeviceMappings/*",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if let (Some(name), Some(_)) = (
        assertion.instance.entry("VirtualName"),
        assertion.instance.entry("Ebs"),
    ) {
        assertion.fail_at(
            evaluation,
            out,
            Step::Key(name.key),
            message!("'VirtualName' is ignored when 'Ebs' is specified"),
        );
    }
}
