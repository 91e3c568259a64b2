//! Template parameters.

use cfn_warden_syntax::{Node, Value};

/// A declared parameter that has a type.
#[derive(Debug, Clone, Copy)]
pub struct Parameter<'a> {
    /// The logical name.
    pub name: &'a str,
    /// The declaration, a map.
    pub node: Node<'a>,
    /// The type: `String`, `List<AWS::EC2::Subnet::Id>`, ...
    pub kind: &'a str,
}

impl<'a> Parameter<'a> {
    /// Returns the parameter of a declaration; `None` if its type is missing or not a string.
    pub fn of(name: &'a str, node: Node<'a>) -> Option<Parameter<'a>> {
        Some(Parameter {
            name,
            node,
            kind: node.get("Type")?.as_str()?,
        })
    }

    /// Whether the value is read from the SSM parameter store; default and allowed values are then names of SSM
    /// parameters.
    pub fn is_ssm(&self) -> bool {
        self.kind.starts_with("AWS::SSM::Parameter::")
    }

    /// Whether the value is a list, written as a comma-delimited string.
    pub fn is_list(&self) -> bool {
        self.kind == "CommaDelimitedList" || self.kind.starts_with("List<")
    }

    /// Whether the value must not be displayed: `NoEcho`.
    pub fn is_hidden(&self) -> bool {
        let hidden = |node: Node<'_>| {
            matches!(
                node.value,
                Value::Bool(true) | Value::Int(1) | Value::Str("true" | "True" | "TRUE")
            )
        };
        self.node.get("NoEcho").is_some_and(hidden)
    }

    /// Returns the default as written; `None` for an SSM parameter.
    pub fn default(&self) -> Option<Node<'a>> {
        self.own("Default")
            .filter(|node| !matches!(node.value, Value::Null))
    }

    /// Returns the allowed values as written; empty for an SSM parameter.
    pub fn allowed_values(&self) -> &'a [Node<'a>] {
        self.own("AllowedValues")
            .and_then(|node| node.as_list())
            .unwrap_or_default()
    }

    /// Returns a property of the declaration, unless it describes an SSM parameter name.
    fn own(&self, key: &str) -> Option<Node<'a>> {
        self.node.get(key).filter(|_| !self.is_ssm())
    }
}

/// The documented types, sorted.
///
/// Source:
/// <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-supplied-parameter-types.html>
pub const DOCUMENTED_TYPES: &[&str] = &[
    "AWS::EC2::AvailabilityZone::Name",
    "AWS::EC2::Image::Id",
    "AWS::EC2::Instance::Id",
    "AWS::EC2::KeyPair::KeyName",
    "AWS::EC2::SecurityGroup::GroupName",
    "AWS::EC2::SecurityGroup::Id",
    "AWS::EC2::Subnet::Id",
    "AWS::EC2::VPC::Id",
    "AWS::EC2::Volume::Id",
    "AWS::Route53::HostedZone::Id",
    "AWS::SSM::Parameter::Name",
    "AWS::SSM::Parameter::Value<AWS::EC2::AvailabilityZone::Name>",
    "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>",
    "AWS::SSM::Parameter::Value<AWS::EC2::Instance::Id>",
    "AWS::SSM::Parameter::Value<AWS::EC2::KeyPair::KeyName>",
    "AWS::SSM::Parameter::Value<AWS::EC2::SecurityGroup::GroupName>",
    "AWS::SSM::Parameter::Value<AWS::EC2::SecurityGroup::Id>",
    "AWS::SSM::Parameter::Value<AWS::EC2::Subnet::Id>",
    "AWS::SSM::Parameter::Value<AWS::EC2::VPC::Id>",
    "AWS::SSM::Parameter::Value<AWS::EC2::Volume::Id>",
    "AWS::SSM::Parameter::Value<AWS::Route53::HostedZone::Id>",
    "AWS::SSM::Parameter::Value<AWS::SSM::Parameter::Name>",
    "AWS::SSM::Parameter::Value<CommaDelimitedList>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::AvailabilityZone::Name>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::Image::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::Instance::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::SecurityGroup::GroupName>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::SecurityGroup::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::Subnet::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::VPC::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::EC2::Volume::Id>>",
    "AWS::SSM::Parameter::Value<List<AWS::Route53::HostedZone::Id>>",
    "AWS::SSM::Parameter::Value<List<Number>>",
    "AWS::SSM::Parameter::Value<List<String>>",
    "AWS::SSM::Parameter::Value<Number>",
    "AWS::SSM::Parameter::Value<String>",
    "CommaDelimitedList",
    "List<AWS::EC2::AvailabilityZone::Name>",
    "List<AWS::EC2::Image::Id>",
    "List<AWS::EC2::Instance::Id>",
    "List<AWS::EC2::SecurityGroup::GroupName>",
    "List<AWS::EC2::SecurityGroup::Id>",
    "List<AWS::EC2::Subnet::Id>",
    "List<AWS::EC2::VPC::Id>",
    "List<AWS::EC2::Volume::Id>",
    "List<AWS::Route53::HostedZone::Id>",
    "List<Number>",
    "List<String>",
    "Number",
    "String",
];

/// Whether a type is a documented list type.
pub fn is_documented_list(kind: &str) -> bool {
    let is_list = |kind: &str| kind == "CommaDelimitedList" || kind.starts_with("List<");
    let inner = kind
        .strip_prefix("AWS::SSM::Parameter::Value<")
        .unwrap_or(kind);
    let inner = inner
        .strip_suffix('>')
        .filter(|_| inner != kind)
        .unwrap_or(inner);
    DOCUMENTED_TYPES.contains(&kind) && is_list(inner)
}

/// Whether CloudFormation accepts a type because of its form, documented or not.
pub fn is_tolerated_type(kind: &str) -> bool {
    kind.starts_with("AWS::SSM::Parameter::Value<") || kind.starts_with("List<")
}
