//! Checks the type of parameters that are used as `ImageId`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Evaluation, InstancePath, Operand, Violation, Violations, message,
};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2506"),
    tags: &["parameters", "ec2", "imageid"],
    checks: Cow::Borrowed(&[Check::Reference(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::AutoScaling::LaunchConfiguration/Properties/ImageId",
    "Resources/AWS::Batch::ComputeEnvironment/Properties/ComputeResources/ImageId",
    "Resources/AWS::Cloud9::EnvironmentEC2/Properties/ImageId",
    "Resources/AWS::EC2::Instance/Properties/ImageId",
    "Resources/AWS::EC2::LaunchTemplate/Properties/LaunchTemplateData/ImageId",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/LaunchSpecifications/*/ImageId",
    "Resources/AWS::ImageBuilder::Image/Properties/ImageId",
];

const TYPES: &[&str] = &[
    "AWS::EC2::Image::Id",
    "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.cx.instance_path.under_function() {
        return;
    }
    let Some(parameter) = assertion
        .instance
        .as_str()
        .and_then(|name| evaluation.template.parameter(name))
    else {
        return;
    };
    if TYPES.contains(&parameter.kind) {
        return;
    }
    let shown_at =
        InstancePath::ROOT.names(evaluation.arena, ["Parameters", parameter.name, "Type"]);
    let message = message!(
        "{} is not one of {}",
        [Operand::Text(parameter.kind), Operand::Names(TYPES)]
    );
    out.push(Violation {
        rule: Some(RULE.id),
        shown_at: Some(shown_at),
        ..assertion.violation(message)
    });
}
