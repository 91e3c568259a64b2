//! The syntax tree of a pattern.

use super::set::Set;

/// A node of the syntax tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// A code point, which can be a surrogate that never occurs in text.
    Char(u32, Fold),
    /// `.`: any character except a line feed, or with `(?s)` any character.
    Any { line_feed: bool },
    /// A class in brackets, an escape like `\d`, or a property.
    Set(Box<Set>),
    /// A zero-width assertion.
    Assert(Assert),
    /// A capturing group and its number.
    Group(u32, Box<Node>),
    /// A concatenation.
    Sequence(Vec<Node>),
    /// Alternatives; the first one that leads to a match wins.
    Branch(Vec<Node>),
    /// A repetition.
    Repeat {
        body: Box<Node>,
        min: u32,
        max: Option<u32>,
        kind: Repeat,
    },
    /// `(?=..)`, `(?!..)`, `(?<=..)`, `(?<!..)`.
    Look {
        behind: bool,
        positive: bool,
        body: Box<Node>,
    },
    /// `(?(?=..)yes|no)`.
    LookConditional {
        behind: bool,
        positive: bool,
        body: Box<Node>,
        yes: Box<Node>,
        no: Box<Node>,
    },
    /// `(?(1)yes|no)`: `reference` is an index into the references of the pattern, resolved when all groups are known.
    Conditional {
        reference: usize,
        yes: Box<Node>,
        no: Box<Node>,
    },
    /// `(?>..)`: does not backtrack into its body.
    Atomic(Box<Node>),
    /// `\1`, `(?P=name)`: `reference` is an index into the references of the pattern.
    Backref { reference: usize, fold: Fold },
    /// `(*FAIL)`.
    Fail,
}

/// Case sensitivity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    /// Case-sensitive.
    No,
    /// Case-insensitive.
    Case,
}

/// The kind of a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Takes as much as possible first.
    Greedy,
    /// Takes as little as possible first.
    Lazy,
    /// Takes as much as possible and does not backtrack.
    Possessive,
}

/// A zero-width assertion about a position in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assert {
    /// `^`, `\A`.
    Start,
    /// `^` with `(?m)`.
    LineStart,
    /// `\Z`, `\z`.
    End,
    /// `$`: the end, or the position before a final line feed.
    EndOrLastLine,
    /// `$` with `(?m)`.
    LineEnd,
    /// `\b`, or `\B` if `expected` is false; `ascii` limits word characters to ASCII.
    Boundary { expected: bool, ascii: bool },
    /// `\m`.
    WordStart { ascii: bool },
    /// `\M`.
    WordEnd { ascii: bool },
    /// `\G`: the start of the search.
    SearchStart,
}

impl Node {
    /// The empty pattern.
    pub(super) const EMPTY: Node = Node::Sequence(Vec::new());

    /// Returns whether the node is empty: `regex` drops a quantifier after an empty node.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Node::Sequence(parts) | Node::Branch(parts) => parts.iter().all(Node::is_empty),
            Node::Repeat { body, .. }
            | Node::Atomic(body)
            | Node::Look {
                positive: true,
                body,
                ..
            } => body.is_empty(),
            Node::Conditional { yes, no, .. } => yes.is_empty() && no.is_empty(),
            Node::LookConditional { body, yes, .. } => body.is_empty() && yes.is_empty(),
            _ => false,
        }
    }
}
