//! Checks the health check port of target groups for containers with dynamic host ports.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::related;
use cfn_warden_schema::{Context, Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3049"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/AWS::ECS::Service/Properties"], check)]),
};

/// A container behind a load balancer, as an ECS service refers to it.
struct BalancedContainer<'a> {
    container: &'a str,
    port: String,
    target_group: &'a str,
    cx: Context<'a>,
}

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    for (task, cx) in walk.values(site.cx, site.instance, &["TaskDefinition"]) {
        let Some(task) = task.and_then(related::name) else { continue };
        for balanced in balanced(walk, &cx, site.instance) {
            let Some((task, cx)) = related::resource(walk, &balanced.cx, task, "AWS::ECS::TaskDefinition") else {
                continue;
            };
            for cx in dynamic_ports(walk, &cx, task, &balanced) {
                check_target_group(walk, site, &cx, balanced.target_group, out);
            }
        }
    }
}

/// Returns the containers of a service that are behind load balancers.
fn balanced<'a>(walk: &Walk<'a>, cx: &Context<'a>, service: Node<'a>) -> Vec<BalancedContainer<'a>> {
    let mut found = Vec::new();
    for (balancer, cx) in present(walk, cx, service, &["LoadBalancers", "*"]) {
        for (container, cx) in present(walk, &cx, balancer, &["ContainerName"]) {
            let Some(container) = container.as_str() else { continue };
            for (port, cx) in present(walk, &cx, balancer, &["ContainerPort"]) {
                let Some(port) = port_text(port) else { continue };
                for (group, cx) in present(walk, &cx, balancer, &["TargetGroupArn"]) {
                    let Some(target_group) = related::name(group) else { continue };
                    found.push(BalancedContainer { container, port: port.clone(), target_group, cx });
                }
            }
        }
    }
    found
}

/// Returns the contexts in which a task definition maps a container port to host port 0.
fn dynamic_ports<'a>(
    walk: &Walk<'a>,
    cx: &Context<'a>,
    task: Node<'a>,
    expected: &BalancedContainer<'a>,
) -> Vec<Context<'a>> {
    let mut found = Vec::new();
    for (container, cx) in present(walk, cx, task, &["Properties", "ContainerDefinitions", "*"]) {
        for (name, cx) in present(walk, &cx, container, &["Name"]) {
            if name.as_str() != Some(expected.container) {
                continue;
            }
            for (mapping, cx) in present(walk, &cx, container, &["PortMappings", "*"]) {
                for (port, cx) in present(walk, &cx, mapping, &["ContainerPort"]) {
                    if port_text(port).as_ref() != Some(&expected.port) {
                        continue;
                    }
                    let host = present(walk, &cx, mapping, &["HostPort"]);
                    found.extend(host.filter(|(port, _)| python::str(*port) == "0").map(|(_, cx)| cx));
                }
            }
        }
    }
    found
}

fn check_target_group<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    cx: &Context<'a>,
    name: &'a str,
    out: &mut Violations<'a>,
) {
    let kind = "AWS::ElasticLoadBalancingV2::TargetGroup";
    let Some((group, cx)) = related::resource(walk, cx, name, kind) else { return };
    for (port, cx) in walk.values(&cx, group, &["Properties", "HealthCheckPort"]) {
        let port = port.filter(|port| !matches!(port.value, Value::Null));
        if port.is_some_and(|port| port_text(port).is_none() || port.as_str() == Some("traffic-port")) {
            continue;
        }
        const MESSAGE: &str = "When using an ECS task definition of host port 0 and associating that container to an ELB the target \
                     group has to have a 'HealthCheckPort' of 'traffic-port'";
        related::fail_at(site, out, cx.trail, message!(MESSAGE));
    }
}

/// Returns the values at a path that are present.
fn present<'a>(
    walk: &Walk<'a>,
    cx: &Context<'a>,
    node: Node<'a>,
    path: &[&'a str],
) -> impl Iterator<Item = (Node<'a>, Context<'a>)> + use<'a> {
    walk.values(cx, node, path).into_iter().filter_map(|(value, cx)| Some((value?, cx)))
}

/// Formats a scalar port as a string.
pub(super) fn port_text(port: Node<'_>) -> Option<String> {
    matches!(port.value, Value::Str(_) | Value::Int(_) | Value::BigInt(_) | Value::Bool(_)).then(|| python::str(port))
}
