//! Template resources.

use cfn_warden_syntax::Node;

/// The type that represents all `Custom::X` types.
pub const CUSTOM_RESOURCE: &str = "AWS::CloudFormation::CustomResource";

/// A declared resource that has a type.
#[derive(Debug, Clone, Copy)]
pub struct Resource<'a> {
    /// The logical ID.
    pub name: &'a str,
    /// The declaration, a map.
    pub node: Node<'a>,
    /// The type; [`CUSTOM_RESOURCE`] for `Custom::X`.
    pub kind: &'a str,
}

impl<'a> Resource<'a> {
    /// Returns the resource of a declaration; `None` if its type is missing or not a string.
    pub fn of(name: &'a str, node: Node<'a>) -> Option<Resource<'a>> {
        let kind = node.get("Type")?.as_str()?;
        let kind = if kind.starts_with("Custom::") {
            CUSTOM_RESOURCE
        } else {
            kind
        };
        Some(Resource { name, node, kind })
    }

    /// Returns the name of the condition for creating the resource.
    pub fn condition(&self) -> Option<&'a str> {
        self.node.get("Condition")?.as_str()
    }

    /// Whether the resource may have parts whose logical IDs start with its own: modules and SAM resources.
    pub fn has_parts(&self) -> bool {
        self.kind.ends_with("::MODULE") || self.kind.starts_with("AWS::Serverless::")
    }
}
