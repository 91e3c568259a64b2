//! Template parameters.

use crate::syntax::{Node, Value};

/// A declared parameter whose type is given.
#[derive(Debug, Clone, Copy)]
pub struct Parameter<'a> {
    /// Its logical name.
    pub name: &'a str,
    /// Its declaration, a map.
    pub node: Node<'a>,
    /// Its type: `String`, `List<AWS::EC2::Subnet::Id>`, ...
    pub kind: &'a str,
}

impl<'a> Parameter<'a> {
    /// The parameter declared under a name; `None` where no type is given as text.
    pub fn of(name: &'a str, node: Node<'a>) -> Option<Parameter<'a>> {
        Some(Parameter { name, node, kind: node.get("Type")?.as_str()? })
    }

    /// Whether its value is read from the SSM parameter store: default and allowed values are names there.
    pub fn is_ssm(&self) -> bool {
        self.kind.starts_with("AWS::SSM::Parameter::")
    }

    /// Whether its value is a list, written as one comma-delimited text.
    pub fn is_list(&self) -> bool {
        self.kind == "CommaDelimitedList" || self.kind.starts_with("List<")
    }

    /// The default as written; not that of an SSM parameter.
    pub fn default(&self) -> Option<Node<'a>> {
        self.own("Default").filter(|node| !matches!(node.value, Value::Null))
    }

    /// The allowed values as written; not those of an SSM parameter.
    pub fn allowed_values(&self) -> &'a [Node<'a>] {
        self.own("AllowedValues").and_then(|node| node.as_list()).unwrap_or_default()
    }

    /// The path of an SSM parameter's value in the parameter store.
    pub fn ssm_path(&self) -> Option<Node<'a>> {
        self.node.get("Default").filter(|_| self.is_ssm())
    }

    /// A property of the declaration that speaks of the value itself.
    fn own(&self, key: &str) -> Option<Node<'a>> {
        self.node.get(key).filter(|_| !self.is_ssm())
    }
}
