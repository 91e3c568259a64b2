//! A CloudFormation template: its sections as tables.

use std::cell::OnceCell;

use bumpalo::Bump;
use cfn_warden_syntax::hash::{HashMap, Text};

use super::condition::Logic;
use super::reference::{Graph, Uses};
use super::transform::{self, serverless};
use super::{Conditions, Mappings, Parameter, Resource};
use cfn_warden_syntax::{Entry, Node};

/// The macro that expands SAM resources.
pub const SERVERLESS: &str = "AWS::Serverless-2016-10-31";
/// The macro that expands `Fn::ForEach` and other language extensions.
pub const LANGUAGE_EXTENSIONS: &str = "AWS::LanguageExtensions";
/// The transform that inserts the content of a file.
pub const INCLUDE: &str = "AWS::Include";

/// A parsed template with lookup tables for rules.
#[derive(Debug)]
pub struct Template<'a> {
    /// The root of the document after its transforms.
    pub root: Node<'a>,
    /// The root of the document as written.
    pub written: Node<'a>,
    /// Declared parameters, in order.
    pub parameters: Vec<Parameter<'a>>,
    /// Declared resources, in order; then those that SAM generates.
    pub resources: Vec<Resource<'a>>,
    /// Names of resources whose parts have longer names; see [`Resource::has_parts`].
    pub wholes: Vec<&'a str>,
    /// Declared mappings.
    pub mappings: Mappings<'a>,
    /// Declared conditions and their solver.
    pub conditions: Conditions<'a>,
    /// Names of the transforms, in order.
    pub transforms: Vec<&'a str>,
    parameter_index: HashMap<Text<'a>, usize>,
    resource_index: HashMap<Text<'a>, usize>,
    uses: OnceCell<Uses<'a>>,
    uses_as_written: OnceCell<Uses<'a>>,
    graph: OnceCell<Option<Graph<'a>>>,
    logic: OnceCell<Logic<'a>>,
    cdk: OnceCell<bool>,
}

impl<'a> Template<'a> {
    /// Parses the sections of a document. Malformed entries are omitted from the tables; the schema evaluation reports
    /// them.
    pub fn of(arena: &'a Bump, root: Node<'a>) -> Template<'a> {
        Template::transformed(arena, root, root)
    }

    /// Parses the sections of a transformed document; `written` is the document before its transforms.
    pub fn transformed(arena: &'a Bump, root: Node<'a>, written: Node<'a>) -> Template<'a> {
        let parameters: Vec<_> = named(root.get("Parameters"))
            .filter_map(|(name, node)| Parameter::of(name, node))
            .collect();
        let transforms = transform::names(root);
        let mut resources: Vec<_> = named(root.get("Resources"))
            .filter_map(|(name, node)| Resource::of(name, node))
            .collect();
        if transforms.contains(&SERVERLESS) {
            resources.extend(serverless::implied_resources(arena, root));
        }
        let conditions = Conditions::of(root);
        Template {
            root,
            written,
            wholes: resources
                .iter()
                .filter(|one| one.has_parts())
                .map(|one| one.name)
                .collect(),
            mappings: Mappings::of(root.get("Mappings")),
            conditions,
            transforms,
            parameter_index: parameters
                .iter()
                .map(|parameter| Text(parameter.name))
                .zip(0..)
                .collect(),
            resource_index: resources
                .iter()
                .map(|resource| Text(resource.name))
                .zip(0..)
                .collect(),
            parameters,
            resources,
            uses: OnceCell::new(),
            uses_as_written: OnceCell::new(),
            graph: OnceCell::new(),
            logic: OnceCell::new(),
            cdk: OnceCell::new(),
        }
    }

    /// Adds the resources that SAM generates and cfn-lint does not know.
    #[must_use]
    pub fn with_generated_resources(mut self, arena: &'a Bump) -> Template<'a> {
        let found = transform::generated_resources(arena, self.root, |name| {
            self.resource_index.contains_key(&Text(name))
        });
        for resource in found {
            self.resource_index
                .insert(Text(resource.name), self.resources.len());
            self.resources.push(resource);
        }
        self
    }

    /// Returns whether a macro of the user processes the template.
    pub fn has_macro(&self) -> bool {
        self.transforms
            .iter()
            .any(|name| transform::is_macro_name(name))
    }

    /// Returns the uses of functions.
    pub fn uses(&self) -> &Uses<'a> {
        self.uses.get_or_init(|| Uses::of(self.root))
    }

    /// Returns the uses of functions before the transforms, in conditions in any order.
    pub fn uses_as_written(&self) -> &Uses<'a> {
        if are_alike(self.written, self.root) {
            return self.uses();
        }
        self.uses_as_written.get_or_init(|| Uses::of(self.written))
    }

    /// Returns the reference graph; `None` if sections are too malformed.
    pub fn graph(&self) -> Option<&Graph<'a>> {
        self.graph
            .get_or_init(|| Graph::of(self.root, self.uses()))
            .as_ref()
    }

    /// Returns the solver for the conditions of the whole template.
    pub fn logic(&self) -> &Logic<'a> {
        self.logic.get_or_init(|| Logic::of(self.root))
    }

    /// Returns the same solver, if it was already built.
    pub fn existing_logic(&self) -> Option<&Logic<'a>> {
        self.logic.get()
    }

    /// Returns the parameter with a name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter<'a>> {
        self.parameter_index
            .get(&Text(name))
            .and_then(|place| self.parameters.get(*place))
    }

    /// Returns the resource with a logical ID.
    pub fn resource(&self, name: &str) -> Option<&Resource<'a>> {
        self.resource_index
            .get(&Text(name))
            .and_then(|place| self.resources.get(*place))
    }

    /// Returns the type of the resource with a logical ID, as it is written.
    pub fn resource_type(&self, name: &str) -> Option<&'a str> {
        self.resource(name)?.node.get("Type")?.as_str()
    }

    /// Whether the SAM transform is declared.
    pub fn is_serverless(&self) -> bool {
        self.transforms.contains(&SERVERLESS)
    }

    /// Whether the AWS CDK generated the template, so that people did not choose its names and structure.
    pub fn is_from_cdk(&self) -> bool {
        let of_cdk = |(name, node): (&str, Node<'_>)| {
            let kind = node.get("Type").and_then(|kind| kind.as_str());
            let has_path = || {
                node.get("Metadata")
                    .is_some_and(|metadata| metadata.entry("aws:cdk:path").is_some())
            };
            node.as_map().is_some()
                && (kind == Some("AWS::CDK::Metadata") || name == "CDKMetadata" || has_path())
        };
        *self
            .cdk
            .get_or_init(|| named(self.root.get("Resources")).any(of_cdk))
    }

    /// Whether the language extensions transform is declared.
    pub fn has_language_extensions(&self) -> bool {
        self.transforms.contains(&LANGUAGE_EXTENSIONS)
    }
}

/// Returns whether two roots have the same sections, `Conditions` up to the order of values that are compared
/// (`with_sorted_sides`).
fn are_alike(one: Node<'_>, other: Node<'_>) -> bool {
    let address = |node: Node<'_>| node.as_map().map(|entries| entries.as_ptr().addr());
    let (Some(sections), Some(others)) = (one.as_map(), other.as_map()) else {
        return false;
    };
    let ids = |entry: &Entry<'_>| (entry.key.id, entry.value.id);
    let are_same = |(one, other): (&Entry<'_>, &Entry<'_>)| {
        let is_same = match (one.key.as_str(), one.value.as_map(), other.value.as_map()) {
            (Some("Conditions"), Some(one), Some(other)) => {
                one.iter().map(ids).eq(other.iter().map(ids))
            }
            _ => address(one.value) == address(other.value),
        };
        is_same && ids(one) == ids(other)
    };
    address(one) == address(other)
        || sections.len() == others.len() && sections.iter().zip(others).all(are_same)
}

/// Returns the entries of a section whose keys are strings.
fn named<'a>(section: Option<Node<'a>>) -> impl Iterator<Item = (&'a str, Node<'a>)> {
    let entries = section.and_then(|node| node.as_map()).unwrap_or_default();
    entries
        .iter()
        .filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::sorted::with_sorted_sides;
    use crate::transform::{Inputs, transform};
    use cfn_warden_syntax::parse;

    #[test]
    fn uses_are_found_again_only_if_the_document_was_transformed() {
        let text = "\
Transform: AWS::Serverless-2016-10-31
Globals: {Function: {Timeout: !Ref Name}}
Conditions: {c: !Equals [!Ref Name, a]}
Resources: {F: {Type: AWS::Serverless::Function, Properties: {Handler: a}}}
";
        let arena = Bump::new();
        let tree = parse(&arena, text, "").tree.unwrap();
        let written = tree.root;
        let sorted = with_sorted_sides(&arena, written);
        assert!(sorted.as_map().map(<[_]>::as_ptr) != written.as_map().map(<[_]>::as_ptr));
        let transformed = transform(&arena, &tree, &Inputs::default())
            .unwrap()
            .tree
            .unwrap();
        for (root, is_shared) in [(written, true), (sorted, true), (transformed.root, false)] {
            let template = Template::transformed(&arena, root, written);
            assert_eq!(
                std::ptr::eq(template.uses(), template.uses_as_written()),
                is_shared
            );
            assert_eq!(template.uses_as_written().refs.len(), 2);
        }
    }
}
