//! A template: its sections as tables.

use std::collections::HashMap;

use super::{Conditions, Mappings, Parameter, Resource};
use crate::syntax::{Node, Value};

/// The macro that expands SAM resources.
pub const SERVERLESS: &str = "AWS::Serverless-2016-10-31";
/// The macro that expands `Fn::ForEach` and its kin.
pub const LANGUAGE_EXTENSIONS: &str = "AWS::LanguageExtensions";

/// A template, read once: what rules ask for by name.
#[derive(Debug)]
pub struct Template<'a> {
    /// The whole document.
    pub root: Node<'a>,
    /// Declared parameters, in order.
    pub parameters: Vec<Parameter<'a>>,
    /// Declared resources, in order.
    pub resources: Vec<Resource<'a>>,
    /// Declared mappings.
    pub mappings: Mappings<'a>,
    /// Declared conditions, and what can hold together.
    pub conditions: Conditions<'a>,
    /// Names of the transforms, in order.
    pub transforms: Vec<&'a str>,
    parameter_index: HashMap<&'a str, usize>,
    resource_index: HashMap<&'a str, usize>,
}

impl<'a> Template<'a> {
    /// Reads the sections of a document. What is malformed is left out of the tables; the schema walk reports it.
    pub fn of(root: Node<'a>) -> Template<'a> {
        let parameters: Vec<_> =
            named(root.get("Parameters")).filter_map(|(name, node)| Parameter::of(name, node)).collect();
        let resources: Vec<_> =
            named(root.get("Resources")).filter_map(|(name, node)| Resource::of(name, node)).collect();
        let conditions = Conditions::of(root);
        Template {
            root,
            mappings: Mappings::of(root.get("Mappings")),
            conditions,
            transforms: transforms(root),
            parameter_index: parameters.iter().enumerate().map(|(place, parameter)| (parameter.name, place)).collect(),
            resource_index: resources.iter().enumerate().map(|(place, resource)| (resource.name, place)).collect(),
            parameters,
            resources,
        }
    }

    /// The parameter of a name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter<'a>> {
        self.parameter_index.get(name).and_then(|place| self.parameters.get(*place))
    }

    /// The resource of a logical id.
    pub fn resource(&self, name: &str) -> Option<&Resource<'a>> {
        self.resource_index.get(name).and_then(|place| self.resources.get(*place))
    }

    /// Whether SAM's transform is declared.
    pub fn is_serverless(&self) -> bool {
        self.transforms.contains(&SERVERLESS)
    }

    /// Whether the transform of the language extensions is declared.
    pub fn has_language_extensions(&self) -> bool {
        self.transforms.contains(&LANGUAGE_EXTENSIONS)
    }
}

fn transforms<'a>(root: Node<'a>) -> Vec<&'a str> {
    match root.get("Transform").map(|node| node.value) {
        Some(Value::Str(name)) => vec![name],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// The entries of a section that have a name.
fn named<'a>(section: Option<Node<'a>>) -> impl Iterator<Item = (&'a str, Node<'a>)> {
    let entries = section.and_then(|node| node.as_map()).unwrap_or_default();
    entries.iter().filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
}
