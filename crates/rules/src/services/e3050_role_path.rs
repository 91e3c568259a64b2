//! Reports CodeBuild projects that refer to a role with a path by name.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::function::{Function, lone_function};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3050"),
    tags: &["properties", "iam"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for found in references(lint, "AWS::CodeBuild::Project", "ServiceRole") {
        let role = lint
            .template
            .root
            .get("Resources")
            .and_then(|resources| resources.get(found.name));
        let path = role
            .and_then(|role| role.get("Properties")?.get("Path"))
            .filter(|path| !path.is_false());
        if let Some(path) = path.filter(|path| path.as_str() != Some("/")) {
            const MESSAGE: &str = "When using a Ref to IAM resource the Path must be '/'.  Switch to GetAtt if the Path has to be '{}'.";
            let path = Operand::Plain(lint.arena.alloc_str(&python::str(path)));
            sink.report(found.instance_path, found.value, message!(MESSAGE, [path]));
        }
    }
}

/// A `Ref` in a property of a resource.
pub(super) struct Reference<'a> {
    /// Name that the `Ref` refers to, as a node.
    pub value: Node<'a>,
    /// Name that the `Ref` refers to.
    pub name: &'a str,
    /// Path of the `Ref`.
    pub instance_path: InstancePath<'a>,
    /// Properties of the resource.
    pub properties: Node<'a>,
}

/// Returns each `Ref` in a property of the resources of a type, including those in branches of `Fn::If`.
pub(super) fn references<'a>(
    lint: &Lint<'a, '_>,
    kind: &str,
    property: &str,
) -> Vec<Reference<'a>> {
    let mut found = Vec::new();
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        if entry.value.get("Type").and_then(|own| own.as_str()) != Some(kind) {
            continue;
        }
        let Some(properties) = entry.value.entry("Properties") else {
            continue;
        };
        let Some(value) = properties.value.entry(property) else {
            continue;
        };
        let instance_path = InstancePath::ROOT.names(lint.arena, ["Resources"]);
        let instance_path = [*entry, properties, value]
            .iter()
            .fold(instance_path, |instance_path, entry| {
                instance_path.step(lint.arena, Step::Key(entry.key))
            });
        collect(
            lint,
            properties.value,
            value.value,
            instance_path,
            &mut found,
        );
    }
    found
}

fn collect<'a>(
    lint: &Lint<'a, '_>,
    properties: Node<'a>,
    node: Node<'a>,
    instance_path: InstancePath<'a>,
    found: &mut Vec<Reference<'a>>,
) {
    let Some((function, Entry { key, value })) = lone_function(node) else {
        return;
    };
    let inside = instance_path.step(lint.arena, Step::Key(key));
    match (function, value.value) {
        (Function::Ref, Value::Str(name)) if name != "AWS::NoValue" => {
            found.push(Reference {
                value,
                name,
                instance_path: inside,
                properties,
            });
        }
        (Function::If, Value::List([_, then, other])) => {
            for (index, branch) in [(1, then), (2, other)] {
                collect(
                    lint,
                    properties,
                    *branch,
                    inside.step(lint.arena, Step::Index(index)),
                    found,
                );
            }
        }
        _ => {}
    }
}
