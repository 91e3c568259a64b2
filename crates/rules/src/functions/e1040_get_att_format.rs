//! Checks the format of the value of `Fn::GetAtt`. Run by E1010.

use cfn_warden_lint::Rule;
use cfn_warden_lint::format::mismatch;
use cfn_warden_schema::{
    Assertion, Attributes, Evaluation, Operand, Violation, Violations, keyword, message,
};
use cfn_warden_template::Quirk;
use cfn_warden_template::resource::CUSTOM_RESOURCE;

pub static RULE: Rule = Rule::label("E1040", &["functions", "getatt"]);

/// Types with attributes in any format.
const ANY_FORMAT_TYPES: &[&str] = &[
    CUSTOM_RESOURCE,
    "AWS::CloudFormation::Stack",
    "AWS::Serverless::Application",
    "AWS::ServiceCatalog::CloudFormationProvisionedProduct",
];

/// Checks the format of an attribute against the expected format.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    resource: Option<&'a str>,
    attribute: Option<&'a str>,
    out: &mut Violations<'a>,
) {
    let (Some(name), Some(attribute)) = (resource, attribute) else {
        return;
    };
    let Some(expected) = assertion
        .schema
        .get(keyword::FORMAT)
        .and_then(|format| format.as_str())
    else {
        return;
    };
    let Some(resource) = evaluation.template.resource(name) else {
        return;
    };
    if ANY_FORMAT_TYPES.contains(&resource.kind)
        || (resource.kind, attribute) == ("AWS::SSM::Parameter", "Value")
    {
        return;
    }
    // The name of the group that Elastic Load Balancing provides, in the format of a group's name.
    let is_source_group = (resource.kind, attribute)
        == (
            "AWS::ElasticLoadBalancing::LoadBalancer",
            "SourceSecurityGroup.GroupName",
        );
    if is_source_group && !evaluation.options.compat.has(Quirk::SourceGroups) {
        return;
    }
    let actual = || {
        let attributes = Attributes::of_type(evaluation.knowledge, resource.kind)?;
        attributes.schema(attributes.get(attribute)?)
    };
    let Some(mismatch) =
        actual().and_then(|actual| mismatch(evaluation.arena, expected, actual, None))
    else {
        return;
    };
    let pair = evaluation.arena.alloc_slice_copy(&[name, attribute]);
    let message = match mismatch.actual {
        [] => message!(
            "{'Fn::GetAtt': {}} does not match destination format of {}",
            [Operand::Names(pair), Operand::Text(mismatch.expected)],
        ),
        actual => message!(
            "{'Fn::GetAtt': {}} with formats {} does not match destination format of {}",
            [
                Operand::Names(pair),
                Operand::Names(actual),
                Operand::Text(mismatch.expected)
            ],
        ),
    };
    out.push(Violation {
        rule: Some(RULE.id),
        ..assertion.violation(message)
    });
}
