//! Pattern text to tree, with the grammar and the refusals of Python's `regex` (version 0 behaviour).
//!
//! Grammar: <https://github.com/mrabarnett/mrab-regex>.

use super::PatternError;
use super::ast::{Assert, Node, Repeat};
use super::flags::Flags;
use super::source::{Source, Stop};

/// How deep groups may nest; the reference itself gives up at about 300.
const MAX_DEPTH: u32 = 200;

/// A pattern's tree and what is known of its groups.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) root: Node,
    /// Capturing groups.
    pub(super) groups: u32,
    /// The group that each reference names.
    pub(super) references: Vec<u32>,
}

/// A group named by a back-reference, a conditional or a call.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) by: By,
}

/// What names a group: each refuses unknown groups in its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Backref,
    Conditional,
    Call,
}

/// Reads a pattern.
pub(super) struct Parser<'t> {
    pub(super) source: Source<'t>,
    pub(super) flags: Flags,
    pub(super) groups: u32,
    /// Names of groups.
    pub(super) names: Vec<(String, u32)>,
    /// Groups whose end is still to come.
    pub(super) open: Vec<u32>,
    pub(super) references: Vec<Reference>,
    /// Whether the pattern uses what the reference knows and we do not.
    pub(super) unsupported: bool,
    /// Whether it uses what the reference may refuse, or what changes how it reads the rest.
    pub(super) doubtful: bool,
    depth: u32,
}

/// Reads a pattern, or says why it is refused.
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
        Err(Stop::Refused(error)) if !parser.doubtful => Err(error),
        Err(_) => Err(PatternError::Unsupported),
        Ok(_) if parser.unsupported || parser.doubtful => Err(PatternError::Unsupported),
        Ok((root, references)) => Ok(Parsed { root, groups: parser.groups, references }),
    }
}

impl Parser<'_> {
    /// The whole pattern, and the groups that its references name.
    fn all(&mut self) -> Result<(Node, Vec<u32>), Stop> {
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

    /// Alternatives: `a|b|c`.
    fn pattern(&mut self) -> Result<Node, Stop> {
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

    /// A pattern up to the parenthesis that closes it, under flags of its own.
    pub(super) fn nested(&mut self, flags: Flags) -> Result<Node, Stop> {
        let outer = self.flags;
        self.set_flags(flags);
        let body = self.pattern()?;
        self.source.expect(")")?;
        self.set_flags(outer);
        Ok(body)
    }

    /// Behind a `(`: a part, or `None` for a comment or flags. All nesting of patterns goes through here.
    fn parenthesis(&mut self) -> Result<Option<Node>, Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::Refused(PatternError::Unsupported));
        }
        let part = self.paren()?;
        self.depth -= 1;
        Ok(part)
    }

    pub(super) fn set_flags(&mut self, flags: Flags) {
        self.flags = flags;
        self.source.ignore_space = flags.has(Flags::VERBOSE);
    }

    /// Parts one after the other: `abc`.
    pub(super) fn sequence(&mut self) -> Result<Node, Stop> {
        let mut parts: Vec<Node> = Vec::new();
        let mut repeatable = false;
        // The reference keeps the case flags that held when the sequence or its last flags began.
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
                '.' => Node::Any { line_feed: self.flags.has(Flags::DOT_ALL) },
                '[' => self.set()?,
                '^' if self.flags.has(Flags::MULTILINE) => Node::Assert(Assert::LineStart),
                '^' => Node::Assert(Assert::Start),
                '$' if self.flags.has(Flags::MULTILINE) => Node::Assert(Assert::LineEnd),
                '$' => Node::Assert(Assert::EndOrLastLine),
                '?' | '*' | '+' | '{' => {
                    if let Some((min, max)) = self.quantifier(c)? {
                        let body = if repeatable { parts.pop() } else { None };
                        let Some(body) = body else {
                            let message = if parts.is_empty() { "nothing to repeat" } else { "multiple repeat" };
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

    /// A part under a quantifier, with its suffix: `?` lazy, `+` possessive.
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
        Node::Repeat { body: Box::new(body), min, max, kind }
    }

    fn quantifier(&mut self, c: char) -> Result<Option<(u32, Option<u32>)>, Stop> {
        match c {
            '?' => Ok(Some((0, Some(1)))),
            '*' => Ok(Some((0, None))),
            '+' => Ok(Some((1, None))),
            _ => self.counts(),
        }
    }

    /// `{m}`, `{m,n}`, `{,n}`, `{m,}`, behind the brace; `None` where the brace is none of these.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>, Stop> {
        let before = self.source.at;
        let min = self.source.digits();
        let max = if self.source.matches(",") { Some(self.source.digits()) } else { None };
        if (min.is_empty() && max.is_none()) || !self.source.matches("}") {
            self.source.at = before;
            return Ok(None);
        }
        // Digits only: what does not fit is above the limit.
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
            return self.source.refuse("min repeat greater than max repeat", before);
        }
        Ok(Some((low, high)))
    }

    fn resolve(&self, reference: &Reference) -> Result<u32, Stop> {
        let refuse = |message: &str| self.source.refuse(message, reference.at);
        let group = match reference.name.parse::<u32>() {
            Ok(group) => group,
            Err(_) if reference.name.starts_with(|c: char| c.is_ascii_digit()) => u32::MAX,
            Err(_) => match self.names.iter().find(|(name, _)| *name == reference.name) {
                Some((_, group)) => *group,
                None if reference.by == By::Conditional && reference.name == "DEFINE" => 0,
                None if reference.by == By::Call => return refuse("invalid group reference"),
                None => return refuse("unknown group"),
            },
        };
        let least = u32::from(reference.by == By::Backref);
        if (least..=self.groups).contains(&group) {
            return Ok(group);
        }
        refuse(if reference.by == By::Call { "unknown group" } else { "invalid group reference" })
    }
}
