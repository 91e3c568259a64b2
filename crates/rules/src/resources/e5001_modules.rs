//! Reports attributes and properties that modules do not support.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node};

pub static RULE: Rule = Rule {
    id: RuleId::new("E5001"),
    tags: &["resources", "modules"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let resource = entry.value;
        let is_module = |value: Node<'_>| {
            value
                .as_str()
                .is_some_and(|text| text.ends_with("::MODULE"))
        };
        if !resource
            .as_map()
            .unwrap_or_default()
            .iter()
            .any(|entry| is_module(entry.value))
        {
            continue;
        }
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        for (name, message) in [
            (
                "CreationPolicy",
                "CreationPolicy is not permitted within Modules",
            ),
            (
                "UpdatePolicy",
                "UpdatePolicy is not permitted within Modules",
            ),
        ] {
            if let Some(policy) = resource.entry(name).filter(|entry| !entry.value.is_false()) {
                sink.report(
                    instance_path.step(lint.arena, Step::Key(policy.key)),
                    policy.value,
                    Message::text(message),
                );
            }
        }
        check_metadata(lint, sink, entry);
        let Some(properties) = resource.entry("Properties") else {
            continue;
        };
        if let Some(tags) = properties
            .value
            .entry("Tags")
            .filter(|entry| !entry.value.is_false())
        {
            let instance_path = instance_path
                .step(lint.arena, Step::Key(properties.key))
                .step(lint.arena, Step::Key(tags.key));
            sink.report(
                instance_path,
                tags.value,
                message!("Tags is not permitted within Modules"),
            );
        }
    }
}

/// Metadata key that CloudFormation reserves for resources in modules.
fn check_metadata<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>, resource: &Entry<'a>) {
    const RESERVED: &str = "AWS::CloudFormation::Module";
    let Some(metadata) = resource.value.entry("Metadata") else {
        return;
    };
    let Some(reserved) = metadata.value.entry(RESERVED) else {
        return;
    };
    let instance_path = InstancePath::ROOT
        .names(lint.arena, ["Resources"])
        .step(lint.arena, Step::Key(resource.key));
    let instance_path = instance_path
        .step(lint.arena, Step::Key(metadata.key))
        .step(lint.arena, Step::Key(reserved.key));
    // cfn-lint's path ends with the value.
    let value = Step::Name(lint.arena.alloc_str(&python::str(reserved.value)));
    const MESSAGE: &str = "The Metadata key AWS::CloudFormation::Module is reserved";
    sink.report(
        instance_path.step(lint.arena, value),
        reserved.value,
        message!(MESSAGE),
    );
}
