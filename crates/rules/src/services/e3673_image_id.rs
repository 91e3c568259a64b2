//! Checks that an instance has an image, directly or in its launch template.

use std::borrow::Cow;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Operand, Step, Violation, Violations, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, function_of};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3673"),
    tags: &["resources", "ec2"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::EC2::Instance/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (image, cx) in evaluation.values(assertion.cx, assertion.instance, &["ImageId"]) {
        if image.is_some_and(|image| !image.is_false()) {
            continue;
        }
        let is_absent = image.is_none_or(|image| matches!(image.value, Value::Null));
        let templates = launch_templates(evaluation, &cx, assertion.instance);
        let without = templates
            .iter()
            .filter(|(template, cx)| is_absent && has_no_image(evaluation, cx, *template))
            .count();
        for _ in 0..if templates.is_empty() { 1 } else { without } {
            let message = message!("{} is a required property", [Operand::Text("ImageId")]);
            out.push(Violation {
                instance_path: missing_image_path(assertion, &cx),
                ..assertion.violation(message)
            });
        }
    }
}

/// Returns the path of the missing image: the properties, or the branch that removes the image.
fn missing_image_path<'a>(assertion: &Assertion<'a, '_>, cx: &Context<'a>) -> InstancePath<'a> {
    let is_missing = cx.instance_path.last().as_ref().and_then(Step::text) == Some("ImageId");
    if is_missing {
        assertion.cx.instance_path
    } else {
        cx.instance_path
    }
}

/// Returns the launch templates that an instance refers to by ID or name.
fn launch_templates<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    instance: Node<'a>,
) -> Vec<(Option<Node<'a>>, Context<'a>)> {
    let mut found = Vec::new();
    for (template, cx) in evaluation.values(cx, instance, &["LaunchTemplate"]) {
        let Some(template) = template.filter(|template| !template.is_false()) else {
            continue;
        };
        for (id, cx) in evaluation.values(&cx, template, &["LaunchTemplateId"]) {
            let id = id.filter(|id| !matches!(id.value, Value::Null));
            if id.is_none() {
                found.extend(evaluation.values(&cx, template, &["LaunchTemplateName"]));
            }
            found.push((id, cx));
        }
    }
    found
}

/// Returns whether a launch template is declared in this template without an image.
fn has_no_image<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    template: Option<Node<'a>>,
) -> bool {
    let Some(template) = template else {
        return false;
    };
    let (Some((function, _)), Some(name)) = (function_of(template), related::name(template)) else {
        return false;
    };
    let is_resource = evaluation.template.resource(name).is_some()
        && evaluation.template.parameter(name).is_none();
    if function == Function::Ref && !is_resource {
        return false;
    }
    let found = related::resource(evaluation, cx, name, "AWS::EC2::LaunchTemplate");
    let (node, cx) = found.unwrap_or((
        Node {
            value: Value::Map(&[]),
            ..template
        },
        *cx,
    ));
    let images = evaluation.values(&cx, node, &["Properties", "LaunchTemplateData", "ImageId"]);
    images
        .iter()
        .any(|(image, _)| image.is_none_or(|image| matches!(image.value, Value::Null)))
}
