//! Reports `Iops` on volume types that ignore it.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::lower;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3671"),
    tags: &["resources", "ec2", "ebs"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::EC2::Instance/Properties/BlockDeviceMappings/*/Ebs",
    "Resources/AWS::EC2::LaunchTemplate/Properties/LaunchTemplateData/BlockDeviceMappings/*/Ebs",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/LaunchSpecifications/*/BlockDeviceMappings/*/Ebs",
    "Resources/AWS::AutoScaling::LaunchConfiguration/Properties/BlockDeviceMappings/*/Ebs",
    "Resources/AWS::OpsWorks::Instance/Properties/BlockDeviceMappings/*/Ebs",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion
        .instance
        .get("VolumeType")
        .and_then(|kind| kind.as_str())
    else {
        return;
    };
    let Some(iops) = assertion.instance.entry("Iops") else {
        return;
    };
    if matches!(lower(kind).as_str(), "gp2" | "st1" | "sc1" | "standard") {
        let message = message!(
            "'Iops' is ignored when 'VolumeType' is {}",
            [Operand::Text(kind)]
        );
        assertion.fail_at(evaluation, out, Step::Key(iops.key), message);
    }
}
