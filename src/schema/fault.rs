//! What is wrong, as a sentence with places for values: `{} is not one of {}`. The values are borrowed, the sentence is
//! written out only when a report needs it.

use std::fmt;

use super::pack::Json;
use super::python;
use crate::syntax::Node;

/// What is wrong.
#[derive(Debug, Clone, Copy)]
pub struct Fault<'a> {
    words: &'a str,
    operands: [Operand<'a>; 3],
}

/// A value in a sentence, written as the reference writes it.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// Nothing.
    None,
    /// A value of the document, as Python's `repr`.
    Value(Node<'a>),
    /// A value of a schema, as Python's `repr`.
    Json(Json<'a>),
    /// A list of texts of a schema in lower case, as Python's `repr`.
    Lower(Json<'a>),
    /// Words of a schema (one, or a list), each as Python's `repr`, with commas between.
    Words(Json<'a>),
    /// An object's keys in order of their text, each as Python's `repr`, with commas between.
    SortedKeys(Json<'a>),
    /// Values of a schema, each as Python's `repr`, with commas between.
    Each(&'a [Json<'a>]),
    /// Names, as a list in Python's `repr`.
    Names(&'a [&'a str]),
    /// Values of the document, as a list in Python's `repr`.
    Values(&'a [Node<'a>]),
    /// A text, as Python's `repr`.
    Text(&'a str),
    /// A text as it is.
    Plain(&'a str),
    /// A number.
    Count(usize),
}

impl<'a> Fault<'a> {
    /// A sentence as it is.
    pub fn plain(words: &'a str) -> Fault<'a> {
        Fault { words: "{}", operands: [Operand::Plain(words), Operand::None, Operand::None] }
    }

    /// A sentence with values in place of each `{}`, at most three.
    pub fn new<const N: usize>(words: &'a str, operands: [Operand<'a>; N]) -> Fault<'a> {
        let mut filled = [Operand::None; 3];
        filled.iter_mut().zip(operands).for_each(|(place, operand)| *place = operand);
        Fault { words, operands: filled }
    }

    /// One of its values.
    pub fn operand(&self, place: usize) -> Operand<'a> {
        self.operands.get(place).copied().unwrap_or(Operand::None)
    }
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut operands = self.operands.iter();
        let mut parts = self.words.split("{}");
        f.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            if let Some(operand) = operands.next() {
                write!(f, "{operand}")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Operand::None => Ok(()),
            Operand::Value(node) => f.write_str(&python::repr(node)),
            Operand::Json(json) => f.write_str(&python::repr(json)),
            Operand::Lower(json) => {
                let texts = json.items().map(|item| match item.as_str() {
                    Some(text) => python::repr_str(&python::lower(text)),
                    None => python::repr(item),
                });
                write!(f, "[{}]", joined(texts))
            }
            Operand::Words(json) => match json.as_str() {
                Some(word) => f.write_str(&python::repr_str(word)),
                None => f.write_str(&joined(json.items().map(python::repr))),
            },
            Operand::SortedKeys(json) => {
                let mut keys: Vec<_> = json.entries().map(|(key, _)| key.text).collect();
                keys.sort_unstable();
                f.write_str(&joined(keys.into_iter().map(python::repr_str)))
            }
            Operand::Each(values) => f.write_str(&joined(values.iter().map(|value| python::repr(*value)))),
            Operand::Names(names) => write!(f, "[{}]", joined(names.iter().map(|name| python::repr_str(name)))),
            Operand::Values(nodes) => write!(f, "[{}]", joined(nodes.iter().map(|node| python::repr(*node)))),
            Operand::Text(text) => f.write_str(&python::repr_str(text)),
            Operand::Plain(text) => f.write_str(text),
            Operand::Count(count) => write!(f, "{count}"),
        }
    }
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}
