//! The values in the context of a change that are known only after the change.
//!
//! CloudFormation writes a text in their place, and whoever writes a template or supplies its parameters can write the
//! same text. It counts only where the template has a function whose value may come from another resource.

use super::scope::KNOWN_AFTER_APPLY;
use cfn_warden_syntax::{Node, Path, Step, Tree, Value};
use cfn_warden_template::function::{Function, lone_function};
use cfn_warden_template::reference::uses::sub_names;
use cfn_warden_template::{PseudoParameter, Resource};

/// Returns the paths of these values in the context of a resource, below the resource in a template.
pub fn of(template: &Tree<'_>, logical_id: &str, context: Node<'_>) -> Vec<Path> {
    let resource = template
        .root
        .get("Resources")
        .and_then(|resources| resources.get(logical_id));
    // A transform or module replaces the properties of a resource that it generates others from.
    let is_replaced = resource
        .is_none_or(|node| Resource::of(logical_id, node).is_none_or(|one| one.has_parts()));
    let mut search = Search {
        template: template.root,
        steps: ["Resources", logical_id].map(key).to_vec(),
        may_be_forged: has_marker(template.root),
        found: Vec::new(),
    };
    let written = match resource.filter(|_| !is_replaced) {
        Some(node) => Written::Value(node),
        None => Written::Elsewhere,
    };
    search.visit(context, written);
    search.found
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// What the template has in place of a value.
#[derive(Clone, Copy)]
enum Written<'t> {
    /// This value, or one with the parts of it.
    Value(Node<'t>),
    /// A function that may read another resource.
    Reading,
    /// A function of literal texts, parameters and mappings.
    Literal,
    /// Nothing: a macro or transform added the value.
    Elsewhere,
}

struct Search<'t> {
    template: Node<'t>,
    steps: Vec<Step>,
    /// Whether the author of the template wrote the text anywhere.
    may_be_forged: bool,
    found: Vec<Path>,
}

impl<'t> Search<'t> {
    fn visit(&mut self, value: Node<'_>, written: Written<'t>) {
        let written = self.evaluated(written);
        match value.value {
            Value::Str(text) => {
                let is_unknown = match written {
                    _ if !text.contains(KNOWN_AFTER_APPLY) => false,
                    Written::Reading => true,
                    Written::Literal => false,
                    Written::Value(node) if node.as_str().is_some_and(is_marked) => false,
                    Written::Value(_) | Written::Elsewhere => !self.may_be_forged,
                };
                if is_unknown {
                    self.found.push(Path(self.steps.clone()));
                }
            }
            Value::List(items) => {
                for (item, index) in items.iter().zip(0..) {
                    self.part(Step::Index(index), *item, written);
                }
            }
            Value::Map(entries) => {
                for entry in entries {
                    if let Some(name) = entry.key.as_str() {
                        self.part(key(name), entry.value, written);
                    }
                }
            }
            _ => {}
        }
    }

    fn part(&mut self, step: Step, value: Node<'_>, written: Written<'t>) {
        let below = match written {
            Written::Value(node) => node.child(&step).map_or(Written::Elsewhere, Written::Value),
            other => other,
        };
        self.steps.push(step);
        self.visit(value, below);
        self.steps.pop();
    }

    /// Replaces a function by where its value comes from.
    fn evaluated(&self, written: Written<'t>) -> Written<'t> {
        match written {
            Written::Value(node) if lone_function(node).is_some() => {
                match reads_resource(node, self.template) {
                    true => Written::Reading,
                    false => Written::Literal,
                }
            }
            other => other,
        }
    }
}

fn is_marked(text: &str) -> bool {
    text.contains(KNOWN_AFTER_APPLY)
}

/// Whether a value contains the text, as a whole or without its braces.
fn has_marker(node: Node<'_>) -> bool {
    const WORDS: &str = "KNOWN_AFTER_APPLY";
    match node.value {
        Value::Str(text) => text.contains(WORDS),
        Value::List(items) => items.iter().any(|item| has_marker(*item)),
        Value::Map(entries) => entries
            .iter()
            .any(|entry| has_marker(entry.key) || has_marker(entry.value)),
        _ => false,
    }
}

/// Whether a value may depend on what is known only after the change: it refers to something other than parameters.
fn reads_resource(node: Node<'_>, template: Node<'_>) -> bool {
    let is_parameter = |name: &str| {
        let parameters = template.get("Parameters");
        PseudoParameter::named(name).is_some()
            || parameters.is_some_and(|parameters| parameters.get(name).is_some())
    };
    match (node.value, lone_function(node)) {
        (Value::List(items), _) => items.iter().any(|item| reads_resource(*item, template)),
        (_, Some((Function::Ref, entry))) => {
            entry.value.as_str().is_none_or(|name| !is_parameter(name))
        }
        (_, Some((Function::GetAtt | Function::ImportValue | Function::GetStackOutput, _))) => true,
        (_, Some((Function::Sub, entry))) => {
            let (text, variables) = match entry.value.value {
                Value::List([text, variables]) => (*text, Some(*variables)),
                _ => (entry.value, None),
            };
            let is_variable = |name: &str| variables.is_some_and(|all| all.get(name).is_some());
            let names = text.as_str().into_iter().flat_map(sub_names);
            names
                .into_iter()
                .any(|name| !is_variable(name) && !is_parameter(name))
                || variables.is_some_and(|all| reads_resource(all, template))
        }
        (Value::Map(entries), _) => entries.iter().any(|entry| {
            // A macro may put anything into the place of its call.
            entry.key.as_str() == Some("Fn::Transform") || reads_resource(entry.value, template)
        }),
        _ => false,
    }
}
