//! What is wrong, as a sentence with places for values: `{} is not one of {}`. The values are borrowed, the sentence is
//! written out only when a report needs it.

use std::cmp::Reverse;
use std::fmt;

use super::pack::Json;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::python;

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
    /// Names that the template declares and of which one would do, as a list in Python's `repr`.
    Declared(&'a [&'a str]),
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

/// How a sentence writes long lists of names that the template declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// All names, as the reference does.
    Whole,
    /// Those that are most like the one that is written, and how many more there are.
    Nearest,
}

impl<'a> Fault<'a> {
    /// The sentence.
    pub fn written(&self, lists: Lists) -> String {
        /// A list of so many is not long.
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

    /// How many names it lists.
    pub fn names(&self) -> usize {
        let count = |operand: &Operand<'_>| match operand {
            Operand::Declared(names) => names.len(),
            _ => 0,
        };
        self.operands.iter().map(count).sum()
    }
}

/// A list with the names that begin and end most like another one.
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
