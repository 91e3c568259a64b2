//! `Fn::ForEach` loops that are refused.

use crate::function::is_no_value;
use crate::reference::uses::is_for_each;
use crate::transform::malformed::Malformed;
use cfn_warden_syntax::{Entry, Node, Operand, Text, Value, text};

use super::Names;
use super::unknown::{Search, Undeclared, Unknown};

/// The prefix of the name of a loop.
const PREFIX: &str = "Fn::ForEach::";
/// The sections in which loops can be used.
const SECTIONS: [&str; 3] = ["Resources", "Conditions", "Outputs"];
/// The sections in which AWS documents that loops cannot be used, apart from `Metadata`.
const WITHOUT_LOOPS: [&str; 4] = ["Hooks", "Mappings", "Parameters", "Rules"];
/// The maximum number of loops in each other.
const MOST_NESTED: usize = 5;

/// Returns why the loops of a template are refused.
pub(super) fn refused(root: Node<'_>, names: &Names<'_>) -> Vec<Malformed> {
    let mut loops = Loops {
        names,
        found: Vec::new(),
        enclosing: Vec::new(),
        identifiers: Vec::new(),
    };
    for section in root.as_map().unwrap_or_default() {
        match section.key.as_str() {
            Some(name) if is_for_each(name) => loops.misplaced(section.key),
            Some(name) if SECTIONS.contains(&name) => loops.walk(section.value, Position::Section),
            Some(name) if WITHOUT_LOOPS.contains(&name) => loops.elsewhere(section.value),
            _ => {}
        }
    }
    loops.found
}

/// Returns the identifier of a loop: a string, or a reference to a parameter whose default is a string.
pub(in crate::transform) fn identifier<'a>(names: &Names<'a>, node: Node<'a>) -> Option<&'a str> {
    match node.value {
        Value::Str(text) => Some(text),
        Value::Map([entry]) if entry.key.as_str() == Some("Ref") => names
            .parameter(entry.value.as_str()?)
            .filter(|parameter| !parameter.is_list())?
            .default()?
            .as_str(),
        _ => None,
    }
}

/// Where the entries are that a loop generates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    /// They are resources, conditions or outputs.
    Section,
    /// They are parts of one.
    Inside,
}

struct Loops<'n, 'a> {
    names: &'n Names<'a>,
    found: Vec<Malformed>,
    /// The names of the loops around a value.
    enclosing: Vec<&'a str>,
    /// Their identifiers.
    identifiers: Vec<&'a str>,
}

impl<'a> Loops<'_, 'a> {
    fn refuse(&mut self, node: Node<'a>, message: impl Into<Text>) {
        self.found.push(Malformed::exactly_at(node, message));
    }

    fn misplaced(&mut self, key: Node<'a>) {
        self.refuse(
            key,
            "Fn::ForEach can only be used in Resources, Conditions and Outputs",
        );
    }

    /// Reports the loops of a section that must not have any.
    fn elsewhere(&mut self, node: Node<'a>) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    match entry.key.as_str().is_some_and(is_for_each) {
                        true => self.misplaced(entry.key),
                        false => self.elsewhere(entry.value),
                    }
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.elsewhere(*item)),
            _ => {}
        }
    }

    fn walk(&mut self, node: Node<'a>, position: Position) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    match entry
                        .key
                        .as_str()
                        .filter(|key| is_for_each(key))
                        .and_then(|key| key.strip_prefix(PREFIX))
                    {
                        Some(name) => self.for_each(*entry, name, entries, position),
                        None => self.walk(entry.value, Position::Inside),
                    }
                }
            }
            Value::List(items) => items
                .iter()
                .for_each(|item| self.walk(*item, Position::Inside)),
            _ => {}
        }
    }

    fn for_each(
        &mut self,
        entry: Entry<'a>,
        name: &'a str,
        siblings: &[Entry<'a>],
        position: Position,
    ) {
        self.name(entry.key, name, siblings, position);
        let Some([identifier, collection, body]) = entry.value.as_list() else {
            let message = text!(
                "loop `{}` is malformed; expected a list of three: an identifier, a collection and a map with the \
                 entries to repeat",
                Operand::Name(name)
            );
            return self.refuse(entry.key, message);
        };
        let identifier = self.identifier(*identifier);
        self.collection(*collection, name);
        if body.as_map().is_none() {
            return self.refuse(
                *body,
                text!(
                    "the third value of loop `{}` is not a map with entries to repeat",
                    Operand::Name(name)
                ),
            );
        }
        if position == Position::Section {
            self.members(*body, name);
        }
        self.enclosing.push(name);
        self.identifiers.push(identifier.unwrap_or_default());
        if self.enclosing.len() > MOST_NESTED {
            self.refuse(
                entry.key,
                text!(
                    "loop `{}` is nested too deeply; expected at most {} loops",
                    Operand::Name(name),
                    MOST_NESTED
                ),
            );
        } else {
            self.walk(*body, position);
        }
        self.enclosing.pop();
        self.identifiers.pop();
    }

    /// Checks that the name of a loop is unique.
    fn name(&mut self, key: Node<'a>, name: &str, siblings: &[Entry<'a>], position: Position) {
        let is_sibling = || {
            siblings
                .iter()
                .any(|sibling| sibling.key.as_str() == Some(name))
        };
        let what = if self.names.is_parameter(name) {
            "a parameter"
        } else if self.names.is_resource(name) {
            "a resource"
        } else if self.enclosing.contains(&name) {
            "a loop around it"
        } else if position == Position::Section && is_sibling() {
            "another entry of the section"
        } else {
            return;
        };
        self.refuse(
            key,
            text!(
                "loop `{}` has the same name as {}; use a unique name",
                Operand::Name(name),
                what
            ),
        );
    }

    fn identifier(&mut self, node: Node<'a>) -> Option<&'a str> {
        let Some(text) = identifier(self.names, node) else {
            self.refuse(
                node,
                "the identifier of an Fn::ForEach is not a string that is known before deployment",
            );
            return None;
        };
        let what = if text.is_empty() {
            self.refuse(
                node,
                "the identifier of an Fn::ForEach is empty; expected a name",
            );
            return None;
        } else if self.names.is_parameter(text) {
            "a parameter"
        } else if self.names.is_resource(text) {
            "a resource"
        } else if self.identifiers.contains(&text) {
            "the identifier of a loop around it"
        } else {
            return Some(text);
        };
        self.refuse(
            node,
            text!(
                "identifier `{}` has the same name as {}; use another name",
                Operand::Name(text),
                what
            ),
        );
        Some(text)
    }

    fn collection(&mut self, node: Node<'a>, name: &str) {
        match node.value {
            Value::List(items) => items.iter().for_each(|item| self.item(*item, name)),
            _ if is_no_value(node) => self.no_value(node, name),
            Value::Map([_]) => self.function(node, name),
            _ => {
                let message = text!(
                    "the collection of loop `{}` is not a list; expected a list of strings, or a function that \
                     returns one",
                    Operand::Name(name)
                );
                self.refuse(node, message);
            }
        }
    }

    fn item(&mut self, node: Node<'a>, name: &str) {
        match node.value {
            _ if is_no_value(node) => self.no_value(node, name),
            Value::Map([_]) => self.known(node, name),
            Value::Null | Value::List(_) | Value::Map(_) => {
                let message = text!(
                    "an item in the collection of loop `{}` is not a string",
                    Operand::Name(name)
                );
                self.refuse(node, message);
            }
            _ => {}
        }
    }

    fn no_value(&mut self, node: Node<'a>, name: &str) {
        let message = text!(
            "the collection of loop `{}` has AWS::NoValue as a value; expected strings",
            Operand::Name(name)
        );
        self.refuse(node, message);
    }

    /// Checks a collection that is a function.
    fn function(&mut self, node: Node<'a>, name: &str) {
        self.known(node, name);
        let parameter = node.get("Ref").and_then(|argument| argument.as_str());
        let Some(parameter) = parameter.and_then(|parameter| self.names.parameter(parameter))
        else {
            return;
        };
        if !parameter.kind.contains("List") {
            let message = text!(
                "the collection of loop `{}` is parameter `{}` of type {}; expected a list type, like \
                 CommaDelimitedList",
                Operand::Name(name),
                Operand::Name(parameter.name),
                Operand::Value(parameter.kind)
            );
            self.refuse(node, message);
        }
    }

    /// Checks that a collection, or an item of one, is known before deployment and not secret.
    fn known(&mut self, node: Node<'a>, name: &str) {
        let search = Search {
            names: self.names,
            identifiers: &self.identifiers,
            undeclared: Undeclared::Unknown,
        };
        if let Some(Unknown { node, why }) = search.first(node) {
            let message = text!(
                "the collection of loop `{}` has a value that is not known before deployment: {}",
                Operand::Name(name),
                why
            );
            return self.refuse(node, message);
        }
        let parameter = node.get("Ref").and_then(|argument| argument.as_str());
        let parameter = parameter.filter(|parameter| !self.identifiers.contains(parameter));
        if let Some(parameter) = parameter.and_then(|parameter| self.names.parameter(parameter))
            && parameter.is_hidden()
        {
            let message = text!(
                "the collection of loop `{}` is NoEcho parameter `{}`; loops reveal values",
                Operand::Name(name),
                Operand::Name(parameter.name)
            );
            self.refuse(node, message);
        }
    }

    /// Checks that the entries of a body are resources, conditions or outputs.
    fn members(&mut self, body: Node<'a>, name: &str) {
        for entry in body.as_map().unwrap_or_default() {
            if !entry.key.as_str().is_some_and(is_for_each) && entry.value.as_map().is_none() {
                let key = entry.key.as_str().unwrap_or_default();
                let message = text!(
                    "loop `{}` generates `{}`, which is not a map; expected `Name${Identifier}` and its definition",
                    Operand::Name(name),
                    Operand::Name(key)
                );
                return self.refuse(entry.key, message);
            }
        }
    }
}
