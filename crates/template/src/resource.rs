//! Template resources.

use cfn_warden_syntax::Node;

/// The type that stands for all `Custom::X`.
pub const CUSTOM_RESOURCE: &str = "AWS::CloudFormation::CustomResource";

/// A declared resource whose type is given.
#[derive(Debug, Clone, Copy)]
pub struct Resource<'a> {
    /// Its logical id.
    pub name: &'a str,
    /// Its declaration, a map.
    pub node: Node<'a>,
    /// Its type; [`CUSTOM_RESOURCE`] for `Custom::X`.
    pub kind: &'a str,
}

impl<'a> Resource<'a> {
    /// The resource declared under a logical id; `None` where no type is given as text.
    pub fn of(name: &'a str, node: Node<'a>) -> Option<Resource<'a>> {
        let kind = node.get("Type")?.as_str()?;
        let kind = if kind.starts_with("Custom::") { CUSTOM_RESOURCE } else { kind };
        Some(Resource { name, node, kind })
    }

    /// The name of the condition under which it is made.
    pub fn condition(&self) -> Option<&'a str> {
        self.node.get("Condition")?.as_str()
    }

    /// Whether a longer name that begins with its own may name a part of it: modules and SAM resources.
    pub fn has_parts(&self) -> bool {
        self.kind.ends_with("::MODULE") || self.kind.starts_with("AWS::Serverless::")
    }
}
