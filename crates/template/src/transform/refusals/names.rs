//! The names that a template declares.

use crate::Parameter;
use crate::transform::declared::names as transforms;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::hash::HashSet;

/// The parameters and the logical IDs of a template.
pub(crate) struct Names<'a> {
    parameters: Option<Node<'a>>,
    resources: HashSet<&'a str>,
    /// Whether other transforms can declare more names.
    is_open: bool,
}

impl<'a> Names<'a> {
    /// Collects the names of a template.
    pub fn of(root: Node<'a>) -> Names<'a> {
        let section = |name: &str| root.get(name).filter(|node| node.as_map().is_some());
        let resources = section("Resources")
            .and_then(|node| node.as_map())
            .unwrap_or_default();
        let included = ["Parameters", "Resources"].into_iter().filter_map(section);
        Names {
            parameters: section("Parameters"),
            resources: resources
                .iter()
                .filter_map(|entry| entry.key.as_str())
                .collect(),
            is_open: transforms(root).len() > 1
                || root.get("Fn::Transform").is_some()
                || included
                    .into_iter()
                    .any(|section| section.get("Fn::Transform").is_some()),
        }
    }

    /// Returns a parameter.
    pub fn parameter(&self, name: &'a str) -> Option<Parameter<'a>> {
        Parameter::of(name, self.parameters?.get(name)?)
    }

    pub fn is_parameter(&self, name: &str) -> bool {
        self.parameters
            .is_some_and(|parameters| parameters.get(name).is_some())
    }

    pub fn is_resource(&self, name: &str) -> bool {
        self.resources.contains(name)
    }

    /// Whether a name is certainly not declared.
    pub fn is_undeclared(&self, name: &str) -> bool {
        !self.is_open
            && !name.starts_with("AWS::")
            && !self.is_parameter(name)
            && !self.is_resource(name)
    }
}
