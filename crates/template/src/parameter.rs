//! Template parameters.

use cfn_warden_syntax::{Node, Value};

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

    /// Whether its value must not be shown: `NoEcho`.
    pub fn is_hidden(&self) -> bool {
        let hidden = |node: Node<'_>| {
            matches!(node.value, Value::Bool(true) | Value::Int(1) | Value::Str("true" | "True" | "TRUE"))
        };
        self.node.get("NoEcho").is_some_and(hidden)
    }

    /// The default as written; not that of an SSM parameter.
    pub fn default(&self) -> Option<Node<'a>> {
        self.own("Default").filter(|node| !matches!(node.value, Value::Null))
    }

    /// The allowed values as written; not those of an SSM parameter.
    pub fn allowed_values(&self) -> &'a [Node<'a>] {
        self.own("AllowedValues").and_then(|node| node.as_list()).unwrap_or_default()
    }

    /// A property of the declaration that speaks of the value itself.
    fn own(&self, key: &str) -> Option<Node<'a>> {
        self.node.get(key).filter(|_| !self.is_ssm())
    }
}

/// The types that are documented, sorted.
///
/// Source: <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-supplied-parameter-types.html>
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

/// Whether a type is documented and its values are lists.
pub fn is_documented_list(kind: &str) -> bool {
    let is_list = |kind: &str| kind == "CommaDelimitedList" || kind.starts_with("List<");
    let inner = kind.strip_prefix("AWS::SSM::Parameter::Value<").unwrap_or(kind);
    let inner = inner.strip_suffix('>').filter(|_| inner != kind).unwrap_or(inner);
    DOCUMENTED_TYPES.contains(&kind) && is_list(inner)
}

/// Whether CloudFormation takes a type for its form, documented or not.
pub fn is_tolerated_type(kind: &str) -> bool {
    kind.starts_with("AWS::SSM::Parameter::Value<") || kind.starts_with("List<")
}
