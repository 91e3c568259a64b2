//! Checks the format of the value of `Ref`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::format::mismatch;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violation, Violations, keyword, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;
use cfn_warden_template::resource::CUSTOM_RESOURCE;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1041"),
    tags: &["functions", "ref"],
    checks: Cow::Borrowed(&[Check::Reference(&["*"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = assertion
        .instance
        .as_str()
        .filter(|name| evaluation.template.parameter(name).is_none())
    else {
        return;
    };
    let Some(expected) = assertion
        .schema
        .get(keyword::FORMAT)
        .and_then(|format| format.as_str())
    else {
        return;
    };
    // Amazon ECS also accepts the name of the role, which `Ref` returns.
    const ROLE: &str = "Resources/AWS::ECS::TaskDefinition/Properties/TaskRoleArn";
    if assertion.cx.schema_path.is(ROLE) && !evaluation.options.compat.has(Quirk::TaskRoles) {
        return;
    }
    let Some(resource) = evaluation
        .template
        .resource(name)
        .filter(|_| assertion.cx.resources.are_allowed())
    else {
        return;
    };
    if resource.kind == CUSTOM_RESOURCE {
        return;
    }
    let Some(actual) = evaluation.knowledge.reference(resource.kind) else {
        return;
    };
    // A security group is identified by its ID in a VPC, and by its name otherwise.
    let in_vpc = || {
        let properties = resource.node.get("Properties");
        let values = properties
            .map(|node| evaluation.values(assertion.cx, node, &["VpcId"]))
            .unwrap_or_default();
        values.iter().any(|(value, _)| value.is_some())
    };
    let only = (resource.kind == "AWS::EC2::SecurityGroup").then(|| {
        if in_vpc() {
            "AWS::EC2::SecurityGroup.Id"
        } else {
            "AWS::EC2::SecurityGroup.Name"
        }
    });
    let Some(mismatch) = mismatch(evaluation.arena, expected, actual, only) else {
        return;
    };
    let message = match mismatch.actual {
        [] => message!(
            "{'Ref': {}} does not match destination format of {}",
            [Operand::Text(name), Operand::Text(mismatch.expected)],
        ),
        actual => message!(
            "{'Ref': {}} with formats {} does not match destination format of {}",
            [
                Operand::Text(name),
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
