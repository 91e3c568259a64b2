//! A pattern as it was read.

use super::set::Set;

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// A code point; which may be a surrogate, that no text holds.
    Char(u32, Fold),
    /// `.`: anything but a line feed, or with `(?s)` anything.
    Any { line_feed: bool },
    /// A class in brackets, an escape like `\d`, or a property.
    Set(Box<Set>),
    /// What holds between two characters.
    Assert(Assert),
    /// A capturing group and its number.
    Group(u32, Box<Node>),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of these, the first that leads to a match.
    Branch(Vec<Node>),
    /// Again and again.
    Repeat { body: Box<Node>, min: u32, max: Option<u32>, kind: Repeat },
    /// `(?=..)`, `(?!..)`, `(?<=..)`, `(?<!..)`.
    Look { behind: bool, positive: bool, body: Box<Node> },
    /// `(?(?=..)yes|no)`.
    LookConditional { behind: bool, positive: bool, body: Box<Node>, yes: Box<Node>, no: Box<Node> },
    /// `(?(1)yes|no)`: the group is the n-th reference of the pattern, resolved when all groups are known.
    Conditional { reference: usize, yes: Box<Node>, no: Box<Node> },
    /// `(?>..)`: what it matched first is not tried again.
    Atomic(Box<Node>),
    /// `\1`, `(?P=name)`: the n-th reference of the pattern.
    Backref { reference: usize, fold: Fold },
    /// `(*FAIL)`.
    Fail,
}

/// Whether letters match in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    /// As they are.
    No,
    /// In any case.
    Case,
}

/// How much of what it may take a repetition takes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// As much as possible.
    Greedy,
    /// As little as possible.
    Lazy,
    /// As much as possible, and it gives nothing back.
    Possessive,
}

/// A condition on a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assert {
    /// `^`, `\A`.
    Start,
    /// `^` with `(?m)`.
    LineStart,
    /// `\Z`, `\z`.
    End,
    /// `$`: the end, or before a line feed that ends the text.
    EndOrLastLine,
    /// `$` with `(?m)`.
    LineEnd,
    /// `\b` and, not held, `\B`; whether only ASCII makes words.
    Boundary { held: bool, ascii: bool },
    /// `\m`.
    WordStart { ascii: bool },
    /// `\M`.
    WordEnd { ascii: bool },
    /// `\G`: where the search began.
    SearchStart,
}

impl Node {
    /// Nothing at all.
    pub(super) const EMPTY: Node = Node::Sequence(Vec::new());

    /// Whether it is nothing: the reference drops a quantifier behind such a part.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Node::Sequence(parts) | Node::Branch(parts) => parts.iter().all(Node::is_empty),
            Node::Repeat { body, .. } | Node::Atomic(body) | Node::Look { positive: true, body, .. } => body.is_empty(),
            Node::Conditional { yes, no, .. } => yes.is_empty() && no.is_empty(),
            Node::LookConditional { body, yes, .. } => body.is_empty() && yes.is_empty(),
            _ => false,
        }
    }
}
