//! Unseen parts of a template: macros, modules, nested stacks, SAM resources, and types without a schema.

use super::{Coverage, Kind, NotSeen, Policies};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::names::listed;
use cfn_warden_syntax::{LocationIndex, Node, Operand, Path, Step, Text, Tree, Value, text};
use cfn_warden_template::nested;
use cfn_warden_template::reference::uses::is_for_each;
use cfn_warden_template::template::{INCLUDE, LANGUAGE_EXTENSIONS, SERVERLESS};
use cfn_warden_template::transform::{Assumption, Guess};

/// The suffix of module types.
const MODULE: &str = "::MODULE";
/// Types in addition to [`nested::STACKS`] that deploy a template, with the property that refers to it, if there is one.
const MORE_STACKS: &[(&str, Option<&str>)] = &[
    ("AWS::CloudFormation::StackSet", Some("TemplateURL")),
    (
        "AWS::ServiceCatalog::CloudFormationProvisionedProduct",
        None,
    ),
];
/// The property of a stack that contains a template inline.
const BODY: &str = "TemplateBody";
/// Maximum number of SAM resources that a message lists.
const NAMED: usize = 5;

/// A template and its context.
pub struct Template<'t, 'a> {
    /// The document's name.
    pub name: &'t str,
    /// The template after the supported transforms.
    pub tree: &'t Tree<'a>,
    /// Values that the transforms had to assume.
    pub guesses: &'t [Guess],
    /// The known resource types.
    pub knowledge: &'t Knowledge,
    /// Returns whether the template at a location is a document of the run.
    pub is_checked: &'t dyn Fn(&str) -> bool,
    /// Returns whether the template of the nested stack with a logical ID is known to be a document of the run.
    pub is_checked_stack: &'t dyn Fn(&str) -> bool,
}

/// Records the unseen parts of a template. Returns whether at least one resource has a type with a known schema.
pub fn not_seen(template: &Template<'_, '_>, policies: &Policies, coverage: &mut Coverage) -> bool {
    let places = LocationIndex::of(template.tree, template.tree.root);
    let mut found = Collector {
        template,
        places,
        policies,
        coverage,
    };
    found.transforms();
    // Always runs: escapes can hide the key from a text search.
    found.inner(template.tree.root, &mut Vec::new());
    found.guesses();
    found.resources()
}

/// A path step during traversal.
#[derive(Clone, Copy)]
enum PathStep<'a> {
    Key(&'a str),
    Index(u32),
}

fn path_of(steps: &[PathStep<'_>]) -> Vec<Step> {
    let step = |step: &PathStep<'_>| match step {
        PathStep::Key(name) => key(name),
        PathStep::Index(index) => Step::Index(*index),
    };
    steps.iter().map(step).collect()
}

struct Collector<'f, 't, 'a> {
    template: &'f Template<'t, 'a>,
    places: LocationIndex<'t, 'a>,
    policies: &'f Policies,
    coverage: &'f mut Coverage,
}

impl Collector<'_, '_, '_> {
    fn add(&mut self, kind: Kind, path: Vec<Step>, reason: impl Into<Text>) {
        let path = Path(path);
        let span = self.places.place(&path);
        let part = NotSeen::of(kind, self.template.name, reason).at(path, span);
        self.coverage.add(self.policies, part);
    }

    fn transforms(&mut self) {
        let Some(section) = self.template.tree.root.get("Transform") else {
            return;
        };
        let own = [section];
        for node in section.as_list().unwrap_or(&own) {
            // Only these are supported, and only when written as a plain name.
            if !matches!(node.as_str(), Some(SERVERLESS | LANGUAGE_EXTENSIONS)) {
                self.transform(*node, vec![key("Transform")]);
            }
        }
    }

    /// Records a transform: a name, or a map with `Name` and `Parameters`.
    fn transform(&mut self, node: Node<'_>, path: Vec<Step>) {
        let named = node.as_str().or_else(|| node.get("Name")?.as_str());
        let own = node.get("Fn::Transform");
        match (named, own) {
            (Some(INCLUDE), _) => {
                let parameters = node.get("Parameters");
                let location = parameters
                    .and_then(|all| all.get("Location"))
                    .and_then(|location| location.as_str());
                let from = location.map(|location| text!(" from {}", Operand::Value(location)));
                self.add(
                    Kind::Include,
                    path,
                    text!(
                        "the content that AWS::Include inserts{} is not checked",
                        from
                    ),
                );
            }
            (Some(name), _) => {
                let reason = text!(
                    "macro {} is not executed: what it adds or changes is not checked",
                    Operand::Name(name)
                );
                self.add(Kind::Macro, path, reason);
            }
            (None, Some(inner)) => self.transform(inner, path),
            (None, None) => {
                let reason = "a macro without a literal name is not executed: what it adds or changes is not checked";
                self.add(Kind::Macro, path, reason);
            }
        }
    }

    /// Records macros and loops anywhere in the template. The parser's depth limit bounds the recursion.
    fn inner<'n>(&mut self, node: Node<'n>, path: &mut Vec<PathStep<'n>>) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let Some(name) = entry.key.as_str() else {
                        self.inner(entry.value, path);
                        continue;
                    };
                    if path.is_empty() && name == "Transform" {
                        continue;
                    }
                    path.push(PathStep::Key(name));
                    if name == "Fn::Transform" {
                        let own = [entry.value];
                        let all = entry.value.as_list().unwrap_or(&own);
                        all.iter()
                            .for_each(|node| self.transform(*node, path_of(path)));
                    } else if is_for_each(name) {
                        let reason = "the loop is not expanded: what it generates is not checked";
                        self.add(Kind::Macro, path_of(path), reason);
                    }
                    self.inner(entry.value, path);
                    path.pop();
                }
            }
            Value::List(items) => {
                for (item, index) in items.iter().zip(0u32..) {
                    path.push(PathStep::Index(index));
                    self.inner(*item, path);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    fn guesses(&mut self) {
        for guess in self.template.guesses {
            let reason = match &guess.assumption {
                Assumption::Parameter(name) => {
                    text!(
                        "the loop runs over parameter {}; only its default or first allowed value is known",
                        Operand::Name(name)
                    )
                }
                Assumption::PseudoParameter(name) => {
                    text!(
                        "the loop depends on {}; one of its values is assumed",
                        Operand::Name(name)
                    )
                }
                Assumption::Key => {
                    "the loop depends on a key of a mapping that is known only at deployment".into()
                }
                Assumption::Collection => {
                    "the loop runs over a collection that is known only at deployment".into()
                }
            };
            let part = NotSeen::of(Kind::Unresolved, self.template.name, reason);
            self.coverage.add(
                self.policies,
                NotSeen {
                    span: Some(guess.span),
                    ..part
                },
            );
        }
    }

    fn resources(&mut self) -> bool {
        let template = self.template;
        let section = template
            .tree
            .root
            .get("Resources")
            .and_then(|resources| resources.as_map());
        let mut serverless = Vec::new();
        let mut is_known = false;
        for entry in section.unwrap_or_default() {
            let Some(id) = entry
                .key
                .as_str()
                .or_else(|| template.tree.raw(entry.key.id))
            else {
                continue;
            };
            if entry.value.as_map().is_none() || id.starts_with("Fn::") {
                continue;
            }
            let path = || vec![key("Resources"), key(id)];
            let Some(kind) = entry.value.get("Type").and_then(|kind| kind.as_str()) else {
                let reason = "`Type` is missing or not a string: the resource is not linted";
                self.add(Kind::UnknownType, path(), reason);
                continue;
            };
            if kind.ends_with(MODULE) {
                self.add(
                    Kind::Module,
                    path(),
                    text!(
                        "module {} is not expanded: its resources are not checked",
                        Operand::Name(kind)
                    ),
                );
            } else if template.knowledge.resource(kind).is_some() {
                is_known = true;
            } else {
                self.add(
                    Kind::UnknownType,
                    path(),
                    text!(
                        "no schema is known for {}: its properties are not linted",
                        Operand::Name(kind)
                    ),
                );
            }
            if kind.starts_with("AWS::Serverless::") {
                serverless.push(id);
            }
            if !(template.is_checked_stack)(id) {
                self.nested_stack(kind, entry.value, path);
            }
        }
        self.serverless(&serverless);
        is_known
    }

    fn nested_stack(&mut self, kind: &str, resource: Node<'_>, path: impl Fn() -> Vec<Step>) {
        let of_kind = nested::STACKS
            .iter()
            .map(|(stack, property)| (*stack, Some(*property)))
            .chain(MORE_STACKS.iter().copied())
            .find(|(stack, _)| *stack == kind);
        let Some((_, location)) = of_kind else { return };
        let property = |name: &str| {
            resource
                .get("Properties")
                .and_then(|properties| properties.get(name))
        };
        // Metadata such as `aws:asset:path` does not count: CloudFormation reads the property.
        let location = location
            .and_then(property)
            .and_then(|location| location.as_str());
        let (checked, what) = match location {
            // An inline template is never a document of the run, and neither is one at a URL, whose path is not one of a file.
            Some(text) => (
                nested::is_file(text)
                    && (self.template.is_checked)(text)
                    && property(BODY).is_none(),
                text!(" {}", Operand::Value(text)),
            ),
            None => (false, Text::default()),
        };
        if !checked {
            let reason = text!(
                "the nested template{} is not among the documents checked",
                what
            );
            self.add(Kind::NestedStack, path(), reason);
        }
    }

    fn serverless(&mut self, ids: &[&str]) {
        let Some(first) = ids.first() else { return };
        let named = listed(ids.iter().copied(), NAMED);
        let reason = text!(
            "the resources that SAM generates for {} are not checked",
            Operand::Name(&named)
        );
        self.add(Kind::Sam, vec![key("Resources"), key(first)], reason);
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}
