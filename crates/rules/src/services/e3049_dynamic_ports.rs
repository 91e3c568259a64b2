//! Checks the health check port of target groups for containers with dynamic host ports.

use std::borrow::Cow;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3049"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::ECS::Service/Properties"],
        check,
    )]),
};

/// A container behind a load balancer, as an ECS service refers to it.
struct BalancedContainer<'a> {
    container: &'a str,
    port: String,
    target_group: &'a str,
    cx: Context<'a>,
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (task, cx) in evaluation.values(assertion.cx, assertion.instance, &["TaskDefinition"]) {
        let Some(task) = task.and_then(related::name) else {
            continue;
        };
        for balanced in balanced(evaluation, &cx, assertion.instance) {
            let Some((task, cx)) =
                related::resource(evaluation, &balanced.cx, task, "AWS::ECS::TaskDefinition")
            else {
                continue;
            };
            for cx in dynamic_ports(evaluation, &cx, task, &balanced) {
                check_target_group(evaluation, assertion, &cx, balanced.target_group, out);
            }
        }
    }
}

/// Returns the containers of a service that are behind load balancers.
fn balanced<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    service: Node<'a>,
) -> Vec<BalancedContainer<'a>> {
    let mut found = Vec::new();
    for (balancer, cx) in present(evaluation, cx, service, &["LoadBalancers", "*"]) {
        for (container, cx) in present(evaluation, &cx, balancer, &["ContainerName"]) {
            let Some(container) = container.as_str() else {
                continue;
            };
            for (port, cx) in present(evaluation, &cx, balancer, &["ContainerPort"]) {
                let Some(port) = port_text(port) else {
                    continue;
                };
                for (group, cx) in present(evaluation, &cx, balancer, &["TargetGroupArn"]) {
                    let Some(target_group) = related::name(group) else {
                        continue;
                    };
                    found.push(BalancedContainer {
                        container,
                        port: port.clone(),
                        target_group,
                        cx,
                    });
                }
            }
        }
    }
    found
}

/// Returns the contexts in which a task definition maps a container port to host port 0.
fn dynamic_ports<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    task: Node<'a>,
    expected: &BalancedContainer<'a>,
) -> Vec<Context<'a>> {
    let mut found = Vec::new();
    for (container, cx) in present(
        evaluation,
        cx,
        task,
        &["Properties", "ContainerDefinitions", "*"],
    ) {
        for (name, cx) in present(evaluation, &cx, container, &["Name"]) {
            if name.as_str() != Some(expected.container) {
                continue;
            }
            for (mapping, cx) in present(evaluation, &cx, container, &["PortMappings", "*"]) {
                for (port, cx) in present(evaluation, &cx, mapping, &["ContainerPort"]) {
                    if port_text(port).as_ref() != Some(&expected.port) {
                        continue;
                    }
                    let host = present(evaluation, &cx, mapping, &["HostPort"]);
                    found.extend(
                        host.filter(|(port, _)| python::str(*port) == "0")
                            .map(|(_, cx)| cx),
                    );
                }
            }
        }
    }
    found
}

fn check_target_group<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    cx: &Context<'a>,
    name: &'a str,
    out: &mut Violations<'a>,
) {
    let kind = "AWS::ElasticLoadBalancingV2::TargetGroup";
    let Some((group, cx)) = related::resource(evaluation, cx, name, kind) else {
        return;
    };
    for (port, cx) in evaluation.values(&cx, group, &["Properties", "HealthCheckPort"]) {
        let port = port.filter(|port| !matches!(port.value, Value::Null));
        if port
            .is_some_and(|port| port_text(port).is_none() || port.as_str() == Some("traffic-port"))
        {
            continue;
        }
        const MESSAGE: &str = "When using an ECS task definition of host port 0 and associating that container to an ELB the target \
                     group has to have a 'HealthCheckPort' of 'traffic-port'";
        related::fail_at(assertion, out, cx.instance_path, message!(MESSAGE));
    }
}

/// Returns the values at a path that are present.
fn present<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    node: Node<'a>,
    path: &[&'a str],
) -> impl Iterator<Item = (Node<'a>, Context<'a>)> + use<'a> {
    evaluation
        .values(cx, node, path)
        .into_iter()
        .filter_map(|(value, cx)| Some((value?, cx)))
}

/// Formats a scalar port as a string.
pub(super) fn port_text(port: Node<'_>) -> Option<String> {
    matches!(
        port.value,
        Value::Str(_) | Value::Int(_) | Value::BigInt(_) | Value::Bool(_)
    )
    .then(|| python::str(port))
}
