//! Looks up referenced resources, for rules that check several resources.

use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Message, Violation, Violations,
};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::AssumptionKind;
use cfn_warden_template::condition::objects::Scenario;
use cfn_warden_template::function::{Function, function_of};

/// Returns the name that a `Ref` or `Fn::GetAtt` refers to.
pub fn name<'a>(node: Node<'a>) -> Option<&'a str> {
    match function_of(node)? {
        (Function::Ref, name) => name.as_str(),
        (Function::GetAtt, argument) => {
            let first = if let Value::List([first, ..]) = argument.value {
                *first
            } else {
                argument
            };
            first.as_str()?.split('.').next()
        }
        _ => None,
    }
}

/// Returns a resource of a type, and the context at its declaration if it can exist under the current conditions.
pub fn resource<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    name: &'a str,
    kind: &str,
) -> Option<(Node<'a>, Context<'a>)> {
    let resource = evaluation
        .template
        .resource(name)
        .filter(|resource| resource.kind == kind)?;
    let required: Vec<_> = resource
        .condition()
        .map(|condition| (condition, true))
        .into_iter()
        .collect();
    let conditions = evaluation
        .template
        .conditions
        .pin(cx.conditions, &required, AssumptionKind::Fact)
        .ok()?;
    let instance_path = InstancePath::ROOT.names(evaluation.arena, ["Resources", name]);
    Some((
        resource.node,
        Context {
            conditions,
            instance_path,
            ..*cx
        },
    ))
}

/// Formats a scenario: `when condition "A" is True and when condition "B" is False`.
pub fn when(scenario: &Scenario<'_>) -> String {
    let parts = scenario.iter().map(|(name, is)| {
        let is = if *is { "True" } else { "False" };
        format!("when condition \"{name}\" is {is}")
    });
    parts.collect::<Vec<_>>().join(" and ")
}

/// Adds a violation that is located at another path than the current one.
pub fn fail_at<'a>(
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
    instance_path: InstancePath<'a>,
    message: Message<'a>,
) {
    out.push(Violation {
        shown_at: Some(instance_path),
        ..assertion.violation(message)
    });
}
