//! Compares the parameters of nested stacks with the declarations in their templates.

use std::borrow::Cow;

use crate::related::when;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, MessageFormat, Operand, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Entry, Node};
use cfn_warden_template::condition::objects::{Scenario, without_conditions};
use cfn_warden_template::nested::STACKS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3043"),
    tags: &["resources", "cloudformation"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if lint.input.nested.is_empty() {
        return;
    }
    let resources = lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    for (kind, key) in STACKS {
        let is_one =
            |entry: &&Entry<'a>| entry.value.get("Type").and_then(|own| own.as_str()) == Some(kind);
        for entry in resources.iter().filter(is_one) {
            let Some(properties) = entry.value.get("Properties") else {
                continue;
            };
            let plain = without_conditions(
                lint.arena,
                lint.template.logic(),
                properties,
                &[key, "Parameters"],
            );
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Resources"])
                .step(lint.arena, Step::Key(entry.key));
            let instance_path = instance_path.names(lint.arena, ["Properties", "Parameters"]);
            for stack in plain {
                let Some(location) = stack.object.get(key).and_then(|location| location.as_str())
                else {
                    continue;
                };
                let Some(passed) = stack
                    .object
                    .get("Parameters")
                    .filter(|passed| passed.as_map().is_some())
                else {
                    continue;
                };
                compare(
                    lint,
                    sink,
                    location,
                    (passed, instance_path),
                    stack.scenario.as_ref(),
                );
            }
        }
    }
}

/// Messages without and with conditions.
const UNDECLARED: [MessageFormat<2>; 2] = [
    MessageFormat::new("Specified parameter \"{}\" doesn't exist in nested stack template at {}"),
    MessageFormat::new("Specified parameter \"{}\" doesn't exist in nested stack template {}"),
];
const MISSING: [MessageFormat<2>; 2] = [
    MessageFormat::new("Nested stack template parameter \"{}\" is not specified at {}"),
    MessageFormat::new("Nested stack template parameter \"{}\" is not specified {}"),
];

/// Compares the parameters passed to a stack with those that its template declares.
fn compare<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    location: &str,
    (passed, instance_path): (Node<'a>, InstancePath<'a>),
    scenario: Option<&Scenario<'a>>,
) {
    let nested = lint
        .input
        .nested
        .iter()
        .find(|nested| nested.location == location);
    let Some(declared) = nested.and_then(|nested| nested.parameters.as_ref()) else {
        return;
    };
    let mut report =
        |at: InstancePath<'a>, [unconditional, conditional]: [MessageFormat<2>; 2], name: &str| {
            let name = Operand::Plain(lint.arena.alloc_str(name));
            let message = match scenario {
                None => Message::new(
                    unconditional,
                    [name, Operand::Plain(lint.arena.alloc_str(&at.to_string()))],
                ),
                Some(scenario) => Message::new(
                    conditional,
                    [name, Operand::Plain(lint.arena.alloc_str(&when(scenario)))],
                ),
            };
            // Under conditions, the finding is located at the parameters as a whole.
            sink.report(
                if scenario.is_none() {
                    at
                } else {
                    instance_path
                },
                passed,
                message,
            );
        };
    for entry in passed.as_map().unwrap_or_default() {
        let Some(name) = entry
            .key
            .as_str()
            .filter(|name| declared.iter().all(|(own, _)| own != name))
        else {
            continue;
        };
        report(
            instance_path.step(lint.arena, Step::Key(entry.key)),
            UNDECLARED,
            name,
        );
    }
    for (name, _) in declared
        .iter()
        .filter(|(name, has_default)| !has_default && passed.get(name).is_none())
    {
        report(instance_path, MISSING, name);
    }
}
