//! Checks the number of subscription filters of a log group.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E2529"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const MAX_FILTERS: usize = 5;

/// A log group with the locations that refer to it.
struct Group<'a> {
    name: String,
    locations: Vec<(InstancePath<'a>, Node<'a>)>,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let resources = lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    let of_type = |name: &'static str| {
        let is = move |entry: &&Entry<'a>| {
            entry.value.get("Type").and_then(|kind| kind.as_str()) == Some(name)
        };
        resources
            .iter()
            .filter(is)
            .filter_map(|entry| Some((entry.key, properties(entry.value)?)))
    };
    let step =
        |instance_path: InstancePath<'a>, key| instance_path.step(lint.arena, Step::Key(key));
    let mut groups = Vec::new();
    for (name, properties) in of_type("AWS::Logs::SubscriptionFilter") {
        let instance_path = step(
            step(InstancePath::ROOT.names(lint.arena, ["Resources"]), name),
            properties.key,
        );
        match properties.value.entry("LogGroupName") {
            Some(group) => add(&mut groups, step(instance_path, group.key), group.value),
            None => {
                let nothing = Node {
                    value: Value::Null,
                    ..properties.value
                };
                add(
                    &mut groups,
                    instance_path.names(lint.arena, ["LogGroupName"]),
                    nothing,
                );
            }
        }
    }
    for (name, own) in of_type("AWS::Serverless::Function") {
        let Some(events) = own.value.entry("Events") else {
            continue;
        };
        for event in events.value.as_map().unwrap_or_default() {
            let is_logs =
                event.value.get("Type").and_then(|kind| kind.as_str()) == Some("CloudWatchLogs");
            let Some(properties) = properties(event.value).filter(|_| is_logs) else {
                continue;
            };
            let Some(group) = properties.value.entry("LogGroupName") else {
                continue;
            };
            if matches!(group.value.value, Value::Null) {
                continue;
            }
            let keys = [
                name,
                own.key,
                events.key,
                event.key,
                properties.key,
                group.key,
            ];
            let instance_path = keys
                .into_iter()
                .fold(InstancePath::ROOT.names(lint.arena, ["Resources"]), step);
            add(&mut groups, instance_path, group.value);
        }
    }
    for group in groups
        .iter()
        .filter(|group| group.locations.len() > MAX_FILTERS)
    {
        if let Some((instance_path, node)) = group.locations.get(2) {
            const MESSAGE: &str =
                "You can only have 5 Subscription Filters per CloudWatch Log Group";
            sink.report(*instance_path, *node, message!(MESSAGE));
        }
    }
}

fn properties<'a>(node: Node<'a>) -> Option<Entry<'a>> {
    node.entry("Properties")
        .filter(|entry| entry.value.as_map().is_some())
}

fn add<'a>(groups: &mut Vec<Group<'a>>, instance_path: InstancePath<'a>, node: Node<'a>) {
    let name = python::repr(node);
    match groups.iter_mut().find(|group| group.name == name) {
        Some(group) => group.locations.push((instance_path, node)),
        None => groups.push(Group {
            name,
            locations: vec![(instance_path, node)],
        }),
    }
}
