//! Checks that containers in `awsvpc` network mode use the same host and container port.

use std::borrow::Cow;

use super::e3049_dynamic_ports::port_text;
use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3053"),
    tags: &["resources", "ecs"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::ECS::TaskDefinition/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let modes = evaluation
        .values(assertion.cx, assertion.instance, &["NetworkMode"])
        .into_iter();
    for _ in modes.filter(|(mode, _)| mode.and_then(|mode| mode.as_str()) == Some("awsvpc")) {
        for (mapping, cx) in evaluation.values(
            assertion.cx,
            assertion.instance,
            &["ContainerDefinitions", "*", "PortMappings", "*"],
        ) {
            let Some(mapping) = mapping else { continue };
            for (host, cx) in evaluation.values(&cx, mapping, &["HostPort"]) {
                let Some((host, host_text)) = host.and_then(|host| Some((host, port_text(host)?)))
                else {
                    continue;
                };
                for (own, _) in evaluation.values(&cx, mapping, &["ContainerPort"]) {
                    let Some(own) =
                        own.filter(|own| port_text(*own).is_some_and(|own| own != host_text))
                    else {
                        continue;
                    };
                    let message = message!(
                        "{} does not equal {}",
                        [Operand::Value(host), Operand::Value(own)]
                    );
                    related::fail_at(assertion, out, cx.instance_path, message);
                }
            }
        }
    }
}
