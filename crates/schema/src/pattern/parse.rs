//! Parser for patterns, with the syntax and the error messages of Python's `regex` (version 0 behavior).
//!
//! Grammar: <https://github.com/mrabarnett/mrab-regex>.

use super::ast::{Assert, Node, Repeat};
use super::error::PatternError;
use super::flags::Flags;
use super::source::{ParseStop, Source};

/// Maximum nesting of groups; `regex` itself fails at about 300.
const MAX_DEPTH: u32 = 200;

/// The syntax tree of a pattern and its groups.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) root: Node,
    /// The number of capturing groups.
    pub(super) groups: u32,
    /// The group number of each reference.
    pub(super) references: Vec<u32>,
}

/// A back-reference, a conditional or a call that names a group.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) by: ReferenceKind,
}

/// The construct that names a group; each has its own message for unknown groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceKind {
    Backref,
    Conditional,
    Call,
}

/// A parser for one pattern.
pub(super) struct Parser<'t> {
    pub(super) source: Source<'t>,
    pub(super) flags: Flags,
    pub(super) groups: u32,
    /// The named groups.
    pub(super) names: Vec<(String, u32)>,
    /// The groups that are not yet closed.
    pub(super) open: Vec<u32>,
    pub(super) references: Vec<Reference>,
    /// Whether the pattern uses a feature of `regex` that is not supported.
    pub(super) unsupported: bool,
    /// Whether the pattern uses syntax that `regex` may reject, or that changes how it parses the rest.
    pub(super) doubtful: bool,
    depth: u32,
}

/// Parses a pattern.
pub(super) fn parse(text: &str) -> Result<Parsed, PatternError> {
    let mut parser = Parser {
        source: Source::new(text),
        flags: Flags::NONE,
        groups: 0,
        names: Vec::new(),
        open: Vec::new(),
        references: Vec::new(),
        unsupported: false,
        doubtful: false,
        depth: 0,
    };
    match parser.all() {
        Err(ParseStop::Refused(error)) if !parser.doubtful => Err(error),
        Err(_) => Err(PatternError::Unsupported),
        Ok(_) if parser.unsupported || parser.doubtful => Err(PatternError::Unsupported),
        Ok((root, references)) => Ok(Parsed {
            root,
            groups: parser.groups,
            references,
        }),
    }
}

impl Parser<'_> {
    /// Parses the whole pattern and resolves its references.
    fn all(&mut self) -> Result<(Node, Vec<u32>), ParseStop> {
        let root = self.pattern()?;
        if !self.source.at_end() {
            return self.source.refuse("unbalanced parenthesis", self.source.at);
        }
        let mut groups = Vec::with_capacity(self.references.len());
        for reference in &self.references {
            groups.push(self.resolve(reference)?);
        }
        Ok((root, groups))
    }

    /// Parses alternatives: `a|b|c`.
    fn pattern(&mut self) -> Result<Node, ParseStop> {
        let first = self.sequence()?;
        if !self.source.matches("|") {
            return Ok(first);
        }
        let mut branches = vec![first, self.sequence()?];
        while self.source.matches("|") {
            branches.push(self.sequence()?);
        }
        Ok(Node::Branch(branches))
    }

    /// Parses a pattern up to its closing parenthesis with its own flags.
    pub(super) fn nested(&mut self, flags: Flags) -> Result<Node, ParseStop> {
        let outer = self.flags;
        self.set_flags(flags);
        let body = self.pattern()?;
        self.source.expect(")")?;
        self.set_flags(outer);
        Ok(body)
    }

    /// Parses a construct after `(`; returns `None` for a comment or flags. All nesting of patterns passes through this
    /// method.
    fn parenthesis(&mut self) -> Result<Option<Node>, ParseStop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ParseStop::Refused(PatternError::Unsupported));
        }
        let part = self.paren()?;
        self.depth -= 1;
        Ok(part)
    }

    pub(super) fn set_flags(&mut self, flags: Flags) {
        self.flags = flags;
        self.source.ignore_space = flags.has(Flags::VERBOSE);
    }

    /// Parses a concatenation: `abc`.
    pub(super) fn sequence(&mut self) -> Result<Node, ParseStop> {
        let mut parts: Vec<Node> = Vec::new();
        let mut repeatable = false;
        // `regex` uses the case flags in effect when the sequence or its last flags began.
        let mut fold = self.flags.fold();
        loop {
            let before = self.source.at;
            let Some(c) = self.source.get() else {
                self.source.at = before;
                break;
            };
            let part = match c {
                ')' | '|' => {
                    self.source.at = before;
                    break;
                }
                '\\' => self.escape()?,
                '(' => match self.parenthesis()? {
                    Some(part) => part,
                    None => {
                        fold = self.flags.fold();
                        continue;
                    }
                },
                '.' => Node::Any {
                    line_feed: self.flags.has(Flags::DOT_ALL),
                },
                '[' => self.set()?,
                '^' if self.flags.has(Flags::MULTILINE) => Node::Assert(Assert::LineStart),
                '^' => Node::Assert(Assert::Start),
                '$' if self.flags.has(Flags::MULTILINE) => Node::Assert(Assert::LineEnd),
                '$' => Node::Assert(Assert::EndOrLastLine),
                '?' | '*' | '+' | '{' => {
                    if let Some((min, max)) = self.quantifier(c)? {
                        let body = if repeatable { parts.pop() } else { None };
                        let Some(body) = body else {
                            let message = if parts.is_empty() {
                                "nothing to repeat"
                            } else {
                                "multiple repeat"
                            };
                            return self.source.refuse(message, before);
                        };
                        parts.push(self.repeat(body, min, max));
                        repeatable = false;
                        continue;
                    }
                    if c == '{'
                        && let Some(fuzzy) = self.fuzzy()?
                    {
                        if fuzzy.allows_errors {
                            if !repeatable {
                                return self.source.refuse("nothing for fuzzy constraint", before);
                            }
                            self.unsupported = true;
                            repeatable = false;
                        }
                        continue;
                    }
                    Node::Char(c.into(), fold)
                }
                _ => Node::Char(c.into(), fold),
            };
            parts.push(part);
            repeatable = true;
        }
        if parts.len() == 1
            && let Some(part) = parts.pop()
        {
            return Ok(part);
        }
        Ok(Node::Sequence(parts))
    }

    /// Applies a quantifier and its suffix, `?` (lazy) or `+` (possessive), to a node.
    fn repeat(&mut self, body: Node, min: u32, max: Option<u32>) -> Node {
        let before = self.source.at;
        let kind = match self.source.get() {
            Some('?') => Repeat::Lazy,
            Some('+') => Repeat::Possessive,
            _ => {
                self.source.at = before;
                Repeat::Greedy
            }
        };
        if body.is_empty() || (min == 1 && max == Some(1)) {
            return body;
        }
        Node::Repeat {
            body: Box::new(body),
            min,
            max,
            kind,
        }
    }

    fn quantifier(&mut self, c: char) -> Result<Option<(u32, Option<u32>)>, ParseStop> {
        match c {
            '?' => Ok(Some((0, Some(1)))),
            '*' => Ok(Some((0, None))),
            '+' => Ok(Some((1, None))),
            _ => self.counts(),
        }
    }

    /// Parses `{m}`, `{m,n}`, `{,n}` or `{m,}` after the brace; returns `None` for anything else.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>, ParseStop> {
        let before = self.source.at;
        let min = self.source.digits();
        let max = if self.source.matches(",") {
            Some(self.source.digits())
        } else {
            None
        };
        if (min.is_empty() && max.is_none()) || !self.source.matches("}") {
            self.source.at = before;
            return Ok(None);
        }
        // The text only contains digits, so a parse failure means a number above the limit.
        let number = |digits: &str| digits.parse::<u32>().unwrap_or(u32::MAX);
        let low = if min.is_empty() { 0 } else { number(&min) };
        let high = match max {
            None => Some(low),
            Some(max) if max.is_empty() => None,
            Some(max) => Some(number(&max)),
        };
        if low == u32::MAX || high == Some(u32::MAX) {
            return self.source.refuse("repeat count too big", before);
        }
        if high.is_some_and(|high| low > high) {
            return self
                .source
                .refuse("min repeat greater than max repeat", before);
        }
        Ok(Some((low, high)))
    }

    fn resolve(&self, reference: &Reference) -> Result<u32, ParseStop> {
        let refuse = |message: &str| self.source.refuse(message, reference.at);
        let group = match reference.name.parse::<u32>() {
            Ok(group) => group,
            Err(_) if reference.name.starts_with(|c: char| c.is_ascii_digit()) => u32::MAX,
            Err(_) => match self.names.iter().find(|(name, _)| *name == reference.name) {
                Some((_, group)) => *group,
                None if reference.by == ReferenceKind::Conditional
                    && reference.name == "DEFINE" =>
                {
                    0
                }
                None if reference.by == ReferenceKind::Call => {
                    return refuse("invalid group reference");
                }
                None => return refuse("unknown group"),
            },
        };
        let least = u32::from(reference.by == ReferenceKind::Backref);
        if (least..=self.groups).contains(&group) {
            return Ok(group);
        }
        refuse(if reference.by == ReferenceKind::Call {
            "unknown group"
        } else {
            "invalid group reference"
        })
    }
}
