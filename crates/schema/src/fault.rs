//! Messages of violations: templates with placeholders, as in `{} is not one of {}`. The operands are borrowed, and the
//! text is rendered only when a report needs it.

use std::cmp::Reverse;
use std::fmt;

use super::pack::Json;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::python;

/// The message of a violation.
#[derive(Debug, Clone, Copy)]
pub struct Fault<'a> {
    words: &'a str,
    operands: [Operand<'a>; 3],
}

/// An operand of a message, rendered the way cfn-lint does.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// No operand.
    None,
    /// A value of the document, as Python's `repr`.
    Value(Node<'a>),
    /// A value of a schema, as Python's `repr`.
    Json(Json<'a>),
    /// A list of strings in a schema, converted to lower case, as Python's `repr`.
    Lower(Json<'a>),
    /// One string of a schema or a list of them, each as Python's `repr`, separated by commas.
    Words(Json<'a>),
    /// An object's keys, sorted, each as Python's `repr`, separated by commas.
    SortedKeys(Json<'a>),
    /// Values of a schema, each as Python's `repr`, separated by commas.
    Each(&'a [Json<'a>]),
    /// Names, as Python's `repr` of a list.
    Names(&'a [&'a str]),
    /// Valid names that the template declares, as Python's `repr` of a list.
    Declared(&'a [&'a str]),
    /// Values of the document, as Python's `repr` of a list.
    Values(&'a [Node<'a>]),
    /// A string, as Python's `repr`.
    Text(&'a str),
    /// A string without quotes.
    Plain(&'a str),
    /// A number.
    Count(usize),
}

impl<'a> Fault<'a> {
    /// Creates a message without operands. Braces have no special meaning.
    pub fn plain(words: &'a str) -> Fault<'a> {
        Fault { words: "{}", operands: [Operand::Plain(words), Operand::None, Operand::None] }
    }

    /// Creates a message in which each `{}` is replaced by an operand; at most three.
    pub fn new<const N: usize>(words: &'a str, operands: [Operand<'a>; N]) -> Fault<'a> {
        let mut filled = [Operand::None; 3];
        filled.iter_mut().zip(operands).for_each(|(place, operand)| *place = operand);
        Fault { words, operands: filled }
    }

    /// Returns the operand at an index.
    pub fn operand(&self, place: usize) -> Operand<'a> {
        self.operands.get(place).copied().unwrap_or(Operand::None)
    }
}

/// How to render long lists of names that the template declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// All names, as cfn-lint does.
    Whole,
    /// The names most similar to the invalid one, and the number of further names.
    Nearest,
}

impl<'a> Fault<'a> {
    /// Renders the message.
    pub fn written(&self, lists: Lists) -> String {
        /// Longer lists are shortened.
        const SHORT: usize = 30;
        let meant = match self.operands {
            [Operand::Value(node), ..] if lists == Lists::Nearest => node.as_str(),
            _ => None,
        };
        let long = |operand: &Operand<'_>| matches!(operand, Operand::Declared(names) if names.len() > SHORT);
        let Some(meant) = meant.filter(|_| self.operands.iter().any(long)) else { return self.to_string() };
        let shorter = self.operands.map(|operand| match operand {
            Operand::Declared(names) if names.len() > SHORT => nearest(names, meant),
            _ => operand.to_string(),
        });
        let operands = shorter.each_ref().map(|text| Operand::Plain(text));
        Fault { words: self.words, operands }.to_string()
    }

    /// Returns the number of declared names in the message.
    pub fn names(&self) -> usize {
        let count = |operand: &Operand<'_>| match operand {
            Operand::Declared(names) => names.len(),
            _ => 0,
        };
        self.operands.iter().map(count).sum()
    }
}

/// Formats a list with the names that share the longest prefix and suffix with another name.
fn nearest(names: &[&str], meant: &str) -> String {
    const MOST: usize = 10;
    let same = |(one, other): &(u8, u8)| one.eq_ignore_ascii_case(other);
    let likeness = |name: &str| {
        let begins = name.bytes().zip(meant.bytes()).take_while(same).count();
        let ends = name.bytes().rev().zip(meant.bytes().rev()).take_while(same).count();
        begins.saturating_add(ends).min(name.len())
    };
    let mut ranked: Vec<&str> = names.to_vec();
    ranked.sort_by_cached_key(|name| Reverse(likeness(name)));
    let shown = ranked.iter().take(MOST).map(|name| python::repr_str(name));
    format!("[{}] and {} more", joined(shown), names.len().saturating_sub(MOST))
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
            Operand::Names(names) | Operand::Declared(names) => {
                write!(f, "[{}]", joined(names.iter().map(|name| python::repr_str(name))))
            }
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
