//! The beginnings and ends of texts that are only known in part.

use super::evaluate::{Causes, Evaluated, Evaluator, Purpose};
use super::facts::Facts;
use super::functions::{Piece, pieces};
use crate::function::{Function, function_of};
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Node, Value};

/// The end of a text at which reading starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    End,
}

/// A part of a text.
enum Part<'a> {
    Text(&'a str),
    /// `${name}` as the text of an `Fn::Sub` that is not in it.
    Literal(&'a str),
    Value(Node<'a>),
}

impl<'a, F: Facts<'a>> Evaluator<'a, F> {
    /// Returns the known beginning or end of the value of a function.
    pub fn edge(&mut self, node: Node<'a>, edge: Edge) -> String {
        let (mut found, _) = self.read(node, edge, 0);
        if edge == Edge::End {
            found.reverse();
        }
        found.concat()
    }

    /// Returns the known parts from an edge on, in the order of reading, and whether they are the whole value.
    fn read(&mut self, node: Node<'a>, edge: Edge, depth: usize) -> (Vec<String>, bool) {
        if !self.step(depth) {
            return (Vec::new(), false);
        }
        match self.value(node, Purpose::Display, &mut Causes::new(), depth) {
            Evaluated::To(value) => {
                return match self.texts.text(value).filter(|text| self.fits(text.len())) {
                    Some(text) => (vec![text.into_owned()], true),
                    None => (Vec::new(), false),
                };
            }
            Evaluated::Nothing => return (Vec::new(), true),
            Evaluated::Other(_) | Evaluated::Unknown => {}
        }
        let mut parts = match function_of(node) {
            Some((Function::Sub, argument)) => self.parts_of_sub(argument),
            Some((Function::Join, argument)) => self.parts_of_join(argument, depth),
            Some((Function::If, argument)) => match argument.value {
                Value::List([condition, then, other]) => {
                    let holds = condition
                        .as_str()
                        .and_then(|name| F::decide(self, name, depth));
                    holds.map(|holds| vec![Part::Value(if holds { *then } else { *other })])
                }
                _ => None,
            },
            _ => None,
        }
        .unwrap_or_default();
        if edge == Edge::End {
            parts.reverse();
        }
        let mut found = Vec::new();
        let mut length = 0usize;
        for part in parts {
            match part {
                Part::Text(text) | Part::Literal(text)
                    if !self.fits(length.saturating_add(text.len())) =>
                {
                    return (found, false);
                }
                Part::Text(text) => found.push(text.to_owned()),
                Part::Literal(name) => found.push(["${", name, "}"].concat()),
                Part::Value(value) => {
                    let (inner, whole) = self.read(value, edge, depth.saturating_add(1));
                    // An open choice may be `AWS::NoValue`, which has no delimiter in an `Fn::Join`.
                    if !whole && matches!(function_of(value), Some((Function::If, _))) {
                        found.pop();
                    }
                    let added = inner.iter().map(String::len);
                    length = added.fold(length, usize::saturating_add);
                    if !self.fits(length) {
                        return (found, false);
                    }
                    found.extend(inner);
                    if !whole {
                        return (found, false);
                    }
                }
            }
        }
        (found, false)
    }

    fn parts_of_sub(&self, argument: Node<'a>) -> Option<Vec<Part<'a>>> {
        let (text, own) = match argument.value {
            Value::Str(text) => (text, None),
            Value::List([text, own]) => (text.as_str()?, Some(*own)),
            _ => return None,
        };
        let part = |piece: Piece<'a>| match piece {
            Piece::Text(text) => Part::Text(text),
            Piece::Literal(name) => Part::Literal(name),
            Piece::Variable(name) => match own.and_then(|own| own.get(name)) {
                Some(value) => Part::Value(value),
                None => Part::Value(self.reference_to(name)),
            },
        };
        Some(pieces(text)?.into_iter().map(part).collect())
    }

    /// Returns the parts of an `Fn::Join` of a literal list, without items that are `AWS::NoValue`.
    fn parts_of_join(&mut self, argument: Node<'a>, depth: usize) -> Option<Vec<Part<'a>>> {
        let Value::List([between, items]) = argument.value else {
            return None;
        };
        let (between, mut parts) = (between.as_str()?, Vec::new());
        for item in items.as_list()? {
            let value = self.value(
                *item,
                Purpose::Display,
                &mut Causes::new(),
                depth.saturating_add(1),
            );
            if matches!(value, Evaluated::Nothing) {
                continue;
            }
            if !parts.is_empty() {
                parts.push(Part::Text(between));
            }
            parts.push(Part::Value(*item));
        }
        Some(parts)
    }

    /// Returns `{Ref: name}`.
    pub fn reference_to(&self, name: &'a str) -> Node<'a> {
        let node = |value| Node {
            id: SYNTHETIC,
            value,
        };
        let entry = cfn_warden_syntax::Entry {
            key: node(Value::Str("Ref")),
            value: node(Value::Str(name)),
        };
        node(Value::Map(self.arena.alloc_slice_copy(&[entry])))
    }
}
