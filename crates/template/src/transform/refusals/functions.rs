//! Functions that the transform cannot replace by their values, and values that it refuses.

use crate::function::is_no_value;
use crate::reference::uses::is_for_each;
use crate::transform::malformed::Malformed;
use cfn_warden_syntax::{Entry, Node, Operand, Text, Value, text};

use super::unknown::{Search, Undeclared, Unknown};
use super::{Names, identifier};

/// The sections that the transform processes.
const SECTIONS: [&str; 4] = ["Conditions", "Mappings", "Outputs", "Resources"];
/// The attributes of resources that may be functions.
const POLICIES: [&str; 2] = ["DeletionPolicy", "UpdateReplacePolicy"];
/// The pseudo parameters that policies cannot depend on.
const UNKNOWN_IN_POLICIES: [&str; 5] = [
    "AWS::NoValue",
    "AWS::NotificationARNs",
    "AWS::StackId",
    "AWS::StackName",
    "AWS::URLSuffix",
];
/// The functions that return lists.
const LISTS: [&str; 3] = ["Fn::Cidr", "Fn::GetAZs", "Fn::Split"];
/// The functions that `Fn::ToJsonString` supports, and `Fn::Transform`, which runs before it.
///
/// Source:
/// <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-ToJsonString.html>
const IN_JSON: [&str; 13] = [
    "Fn::Base64",
    "Fn::FindInMap",
    "Fn::GetAZs",
    "Fn::GetAtt",
    "Fn::If",
    "Fn::ImportValue",
    "Fn::Join",
    "Fn::Length",
    "Fn::Select",
    "Fn::Split",
    "Fn::Sub",
    "Fn::ToJsonString",
    "Fn::Transform",
];

/// Returns why functions and values of a template are refused.
pub(super) fn refused(root: Node<'_>, names: &Names<'_>) -> Vec<Malformed> {
    let mut functions = Functions {
        names,
        identifiers: Vec::new(),
        found: Vec::new(),
        in_json: false,
    };
    let sections = root.as_map().unwrap_or_default().iter();
    for section in sections.filter(|section| {
        section
            .key
            .as_str()
            .is_some_and(|name| SECTIONS.contains(&name))
    }) {
        functions.walk(section.value);
    }
    for resource in root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        functions.resource(*resource);
    }
    functions.found
}

struct Functions<'n, 'a> {
    names: &'n Names<'a>,
    /// The identifiers of the loops around a value.
    identifiers: Vec<&'a str>,
    found: Vec<Malformed>,
    /// Whether null is allowed: in `Fn::ToJsonString`.
    in_json: bool,
}

impl<'a> Functions<'_, 'a> {
    fn refuse(&mut self, node: Node<'a>, message: impl Into<Text>) {
        self.found.push(Malformed::exactly_at(node, message));
    }

    fn unknown(&self, node: Node<'a>, undeclared: Undeclared) -> Option<Unknown<'a>> {
        Search {
            names: self.names,
            identifiers: &self.identifiers,
            undeclared,
        }
        .first(node)
    }

    fn walk(&mut self, node: Node<'a>) {
        match node.value {
            Value::List(items) => {
                for item in items {
                    if matches!(item.value, Value::Null) && !self.in_json {
                        self.refuse(
                            *item,
                            "an item is null; CloudFormation does not allow null values",
                        );
                    }
                    self.walk(*item);
                }
            }
            Value::Map(entries) => {
                for entry in entries {
                    self.entry(*entry);
                }
            }
            _ => {}
        }
    }

    fn entry(&mut self, entry: Entry<'a>) {
        let key = entry.key.as_str().unwrap_or_default();
        if is_for_each(key) {
            return self.within(entry, |this, body| this.walk(body));
        }
        match key {
            _ if matches!(entry.value.value, Value::Null) && !self.in_json => {
                self.refuse(
                    entry.key,
                    text!(
                        "`{}` is null; CloudFormation does not allow null values",
                        Operand::Name(key)
                    ),
                );
            }
            "Fn::FindInMap" => self.find_in_map(entry.value),
            "Fn::Length" => self.length(entry.value),
            "Fn::ToJsonString" => self.json(entry.value),
            "Ref" if is_no_value(entry.value) => {
                self.refuse(
                    entry.value,
                    "the name in a Ref is AWS::NoValue; expected a name",
                );
            }
            _ => {}
        }
        let around = self.in_json;
        self.in_json |= key == "Fn::ToJsonString";
        self.walk(entry.value);
        self.in_json = around;
    }

    /// Visits the body of a loop with its identifier in scope.
    fn within(&mut self, entry: Entry<'a>, visit: impl FnOnce(&mut Self, Node<'a>)) {
        let Some([variable, _, body]) = entry.value.as_list() else {
            return;
        };
        self.identifiers.extend(identifier(self.names, *variable));
        visit(self, *body);
        if identifier(self.names, *variable).is_some() {
            self.identifiers.pop();
        }
    }

    fn find_in_map(&mut self, argument: Node<'a>) {
        let Some(items) = argument.as_list() else {
            return;
        };
        if let Some(Unknown { node, why }) = self.unknown(argument, Undeclared::Unknown) {
            return self.refuse(
                node,
                text!(
                    "an argument of Fn::FindInMap is not known before deployment: {}",
                    why
                ),
            );
        }
        for key in items.iter().take(3) {
            let Value::Map([function]) = key.value else {
                continue;
            };
            let list = function
                .value
                .as_str()
                .and_then(|name| self.names.parameter(name));
            let is_list = match function.key.as_str() {
                Some("Ref") => list.is_some_and(|parameter| parameter.is_list()),
                Some(name) => LISTS.contains(&name),
                None => false,
            };
            if is_list {
                self.refuse(
                    *key,
                    "a name or key of Fn::FindInMap is a list; expected a string",
                );
            }
        }
    }

    fn length(&mut self, argument: Node<'a>) {
        if argument.as_list().is_none()
            && let Some(Unknown { node, why }) = self.unknown(argument, Undeclared::Ignored)
        {
            self.refuse(
                node,
                text!(
                    "the list of Fn::Length is not known before deployment: {}",
                    why
                ),
            );
        }
    }

    fn json(&mut self, argument: Node<'a>) {
        match argument.value {
            Value::Map([entry]) => {
                let name = entry
                    .key
                    .as_str()
                    .filter(|name| name.starts_with("Fn::") && !is_for_each(name));
                if let Some(name) = name.filter(|name| !IN_JSON.contains(name)) {
                    return self.refuse(
                        entry.key,
                        text!("Fn::ToJsonString does not support {}", Operand::Name(name)),
                    );
                }
                self.json(entry.value);
            }
            Value::Map(entries) => entries.iter().for_each(|entry| self.json(entry.value)),
            Value::List(items) => items.iter().for_each(|item| self.json(*item)),
            _ => {}
        }
    }

    /// Checks the policies of a resource, or of the resources of a loop.
    fn resource(&mut self, entry: Entry<'a>) {
        if entry.key.as_str().is_some_and(is_for_each) {
            return self.within(entry, |this, body| {
                body.as_map()
                    .unwrap_or_default()
                    .iter()
                    .for_each(|entry| this.resource(*entry));
            });
        }
        for attribute in POLICIES {
            let Some(value) = entry
                .value
                .get(attribute)
                .filter(|value| value.as_map().is_some())
            else {
                continue;
            };
            if let Some(Unknown { node, why }) = self.unknown(value, Undeclared::Ignored) {
                self.refuse(
                    node,
                    text!("{} is not known before deployment: {}", attribute, why),
                );
            } else if let Some((node, name)) = pseudo_parameter(value) {
                self.refuse(
                    node,
                    text!("{} cannot depend on {}", attribute, Operand::Name(name)),
                );
            }
        }
    }
}

/// Returns the first reference to a pseudo parameter that policies cannot depend on.
fn pseudo_parameter(node: Node<'_>) -> Option<(Node<'_>, &str)> {
    match node.value {
        Value::List(items) => items.iter().find_map(|item| pseudo_parameter(*item)),
        Value::Map([entry]) if entry.key.as_str() == Some("Ref") => {
            let name = entry
                .value
                .as_str()
                .filter(|name| UNKNOWN_IN_POLICIES.contains(name))?;
            Some((node, name))
        }
        Value::Map(entries) => entries
            .iter()
            .find_map(|entry| pseudo_parameter(entry.value)),
        _ => None,
    }
}
