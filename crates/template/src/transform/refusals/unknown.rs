//! Values that are not known when the transform runs.

use super::Names;
use cfn_warden_syntax::{Entry, Node, Operand, Text, Value, text};

/// A part of an expression that has no value yet, and why.
pub(super) struct Unknown<'a> {
    pub node: Node<'a>,
    pub why: Text,
}

/// The names that count as unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undeclared {
    /// Resources, and names that the template does not declare.
    Unknown,
    /// Resources only; another rule reports undeclared names.
    Ignored,
}

/// An evaluation of what is known.
pub(super) struct Search<'s, 'a> {
    pub names: &'s Names<'a>,
    /// The identifiers of the loops around the expression.
    pub identifiers: &'s [&'a str],
    pub undeclared: Undeclared,
}

impl<'a> Search<'_, 'a> {
    /// Returns the first part of an expression that is not known before resources exist.
    pub fn first(&self, node: Node<'a>) -> Option<Unknown<'a>> {
        match node.value {
            Value::List(items) => items.iter().find_map(|item| self.first(*item)),
            Value::Map([entry]) => match entry.key.as_str() {
                Some("Ref") => match entry.value.as_str() {
                    Some(name) => self.name(node, name),
                    None => self.first(entry.value),
                },
                Some("Fn::GetAtt") => Some(Unknown {
                    node,
                    why: "it is an attribute of a resource".into(),
                }),
                Some("Fn::ImportValue") => Some(Unknown {
                    node,
                    why: "it is an export of another stack".into(),
                }),
                Some("Fn::Sub") => self.sub(node, entry.value),
                _ => self.first(entry.value),
            },
            Value::Map(entries) => entries.iter().find_map(|entry| self.first(entry.value)),
            _ => None,
        }
    }

    fn name(&self, node: Node<'a>, name: &str) -> Option<Unknown<'a>> {
        if self.identifiers.contains(&name) || self.names.is_parameter(name) {
            return None;
        }
        if self.names.is_resource(name) {
            return Some(Unknown {
                node,
                why: text!("`{}` is a resource", Operand::Name(name)),
            });
        }
        (self.undeclared == Undeclared::Unknown && self.names.is_undeclared(name)).then(|| {
            Unknown {
                node,
                why: text!(
                    "`{}` is not a parameter of the template",
                    Operand::Name(name)
                ),
            }
        })
    }

    fn sub(&self, node: Node<'a>, argument: Node<'a>) -> Option<Unknown<'a>> {
        let (text, own): (_, &[Entry<'a>]) = match argument.value {
            Value::Str(text) => (text, &[]),
            Value::List([text, own]) => (text.as_str()?, own.as_map().unwrap_or_default()),
            _ => return None,
        };
        let in_own = own.iter().find_map(|entry| self.first(entry.value));
        in_own.or_else(|| variables(text).find_map(|name| self.variable(node, own, name)))
    }

    fn variable(&self, node: Node<'a>, own: &[Entry<'a>], name: &str) -> Option<Unknown<'a>> {
        if own.iter().any(|entry| entry.key.as_str() == Some(name))
            || self.identifiers.contains(&name)
        {
            return None;
        }
        match name.split_once('.') {
            Some((resource, _)) if self.names.is_resource(resource) => Some(Unknown {
                node,
                why: text!("`{}` is an attribute of a resource", Operand::Name(name)),
            }),
            _ => self.name(node, name),
        }
    }
}

/// Returns the names in `${Name}`.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split("${").skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        (!name.starts_with('!')).then(|| name.trim())
    })
}
