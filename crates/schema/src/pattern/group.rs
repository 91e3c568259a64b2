//! Groups and other constructs in parentheses.

use super::ast::{Fold, Node};
use super::parse::{Parser, Reference, ReferenceKind};
use super::source::ParseStop;

impl Parser<'_> {
    /// Parses a group, look-around, comment or flags after `(`; returns `None` for constructs that do not match
    /// anything.
    pub(super) fn paren(&mut self) -> Result<Option<Node>, ParseStop> {
        let before = self.source.at;
        match self.source.get_any() {
            Some('?') => return self.extension(),
            Some('*') => {
                let word_at = self.source.at;
                let word = self.source.take_while(|c| !matches!(c, ')' | '>'));
                if word.starts_with(char::is_alphabetic) {
                    return self.verb(&word, word_at).map(Some);
                }
            }
            _ => {}
        }
        self.source.at = before;
        self.capture(None).map(Some)
    }

    fn extension(&mut self) -> Result<Option<Node>, ParseStop> {
        let before = self.source.at;
        let node = match self.source.get_any() {
            Some('<') => {
                let inside = self.source.at;
                match self.source.get() {
                    Some('=') => self.look(true, true)?,
                    Some('!') => self.look(true, false)?,
                    _ => {
                        self.source.at = inside;
                        self.named_capture()?
                    }
                }
            }
            Some('=') => self.look(false, true)?,
            Some('!') => self.look(false, false)?,
            Some('P') => self.python_extension()?,
            Some('#') => return self.comment(),
            Some('(') => self.conditional()?,
            Some('>') => Node::Atomic(Box::new(self.nested(self.flags)?)),
            Some('|') => self.branch_reset()?,
            Some('R') => self.call("0".to_owned(), before)?,
            Some(digit @ '0'..='9') => {
                let name = digit.to_string() + &self.source.digits();
                self.call(name, before)?
            }
            Some('&') => self.named_call(before)?,
            Some(sign @ ('+' | '-')) if self.source.peek().is_some_and(|c| c.is_ascii_digit()) => {
                self.relative_call(sign, before)?
            }
            _ => {
                self.source.at = before;
                return self.flags_group();
            }
        };
        Ok(Some(node))
    }

    /// Parses `(..)` or `(?<name>..)`.
    fn capture(&mut self, name: Option<String>) -> Result<Node, ParseStop> {
        let group = self.open_group(name);
        let body = self.nested(self.flags)?;
        self.open.pop();
        Ok(Node::Group(group, Box::new(body)))
    }

    fn named_capture(&mut self) -> Result<Node, ParseStop> {
        let name = self.name(false)?;
        // `regex` opens the group before it requires the `>`; the order makes no observable difference.
        self.source.expect(">")?;
        self.capture(Some(name))
    }

    fn open_group(&mut self, name: Option<String>) -> u32 {
        let known = name
            .as_ref()
            .and_then(|name| self.names.iter().find(|(other, _)| other == name));
        let group = match (known, name) {
            (Some((_, group)), _) => *group,
            (None, None) => {
                self.groups += 1;
                self.groups
            }
            (None, Some(name)) => {
                self.groups += 1;
                while self.names.iter().any(|(_, group)| *group == self.groups) {
                    self.groups += 1;
                }
                self.names.push((name, self.groups));
                self.groups
            }
        };
        // In `regex`, a group nested in a group of the same name gets its own number.
        self.unsupported |= self.open.contains(&group);
        self.open.push(group);
        group
    }

    /// Returns whether a name or number refers to a group that is not yet closed.
    pub(super) fn is_open(&self, name: &str) -> bool {
        let group = match name.parse::<u32>() {
            Ok(group) => Some(group),
            Err(_) => self
                .names
                .iter()
                .find(|(other, _)| other == name)
                .map(|(_, group)| *group),
        };
        group.is_some_and(|group| self.open.contains(&group))
    }

    fn look(&mut self, behind: bool, positive: bool) -> Result<Node, ParseStop> {
        Ok(Node::Look {
            behind,
            positive,
            body: Box::new(self.nested(self.flags)?),
        })
    }

    fn verb(&mut self, word: &str, at: usize) -> Result<Node, ParseStop> {
        match word {
            "FAIL" | "F" => {}
            "PRUNE" | "SKIP" => self.unsupported = true,
            _ => return self.source.refuse("unknown verb", at),
        }
        self.source.expect(")")?;
        Ok(Node::Fail)
    }

    /// Parses constructs after `(?P`.
    fn python_extension(&mut self) -> Result<Node, ParseStop> {
        let before = self.source.at;
        match self.source.get() {
            Some('<') => self.named_capture(),
            Some('=') => {
                let name = self.name(true)?;
                self.source.expect(")")?;
                if self.is_open(&name) {
                    return self.source.refuse("cannot refer to an open group", before);
                }
                Ok(self.backref(name, before))
            }
            Some('>' | '&') => self.named_call(before),
            _ => self.source.refuse("unknown extension", before),
        }
    }

    fn comment(&mut self) -> Result<Option<Node>, ParseStop> {
        loop {
            let before = self.source.at;
            match self.source.get_any() {
                Some('\\') => {
                    self.source.get_any();
                }
                Some(')') | None => {
                    self.source.at = before;
                    self.source.expect(")")?;
                    return Ok(None);
                }
                Some(_) => {}
            }
        }
    }

    /// Parses a conditional after `(?(`.
    fn conditional(&mut self) -> Result<Node, ParseStop> {
        let before = self.source.at;
        let outer = self.flags;
        if self.source.get() == Some('?') {
            let look = match (self.source.get(), self.source.at) {
                (Some('='), _) => Some((false, true)),
                (Some('!'), _) => Some((false, false)),
                (Some('<'), _) => match self.source.get() {
                    Some('=') => Some((true, true)),
                    Some('!') => Some((true, false)),
                    _ => None,
                },
                _ => None,
            };
            let Some((behind, positive)) = look else {
                return self
                    .source
                    .refuse("expected lookaround conditional", before);
            };
            let body = Box::new(self.nested(self.flags)?);
            let (yes, no) = self.yes_no()?;
            self.source.expect(")")?;
            return Ok(Node::LookConditional {
                behind,
                positive,
                body,
                yes,
                no,
            });
        }
        self.source.at = before;
        let name = self.name(true)?;
        self.source.expect(")")?;
        let reference = self.refer(name, before, ReferenceKind::Conditional);
        let (yes, no) = self.yes_no()?;
        self.source.expect(")")?;
        self.set_flags(outer);
        if yes.is_empty() && no.is_empty() {
            // `regex` drops an empty conditional without checking that its group exists.
            self.references.truncate(reference);
            return Ok(Node::EMPTY);
        }
        Ok(Node::Conditional { reference, yes, no })
    }

    fn yes_no(&mut self) -> Result<(Box<Node>, Box<Node>), ParseStop> {
        let yes = self.sequence()?;
        let no = if self.source.matches("|") {
            self.sequence()?
        } else {
            Node::EMPTY
        };
        Ok((Box::new(yes), Box::new(no)))
    }

    /// Parses `(?|a(b)|c(d))`: the groups of each branch have the same numbers.
    fn branch_reset(&mut self) -> Result<Node, ParseStop> {
        let first = self.groups;
        let mut branches = vec![self.sequence()?];
        let mut last = self.groups;
        while self.source.matches("|") {
            self.groups = first;
            branches.push(self.sequence()?);
            last = last.max(self.groups);
        }
        self.groups = last;
        self.source.expect(")")?;
        Ok(Node::Branch(branches))
    }

    fn named_call(&mut self, at: usize) -> Result<Node, ParseStop> {
        let name = self.name(false)?;
        self.call(name, at)
    }

    fn relative_call(&mut self, sign: char, at: usize) -> Result<Node, ParseStop> {
        let offset = self.source.digits().parse::<u32>().unwrap_or(u32::MAX);
        let group = match sign {
            '+' => self.groups.checked_add(offset),
            _ => (self.groups + 1).checked_sub(offset),
        };
        match group {
            Some(group) if group > 0 => self.call(group.to_string(), at),
            _ => self
                .source
                .refuse("invalid relative group number", self.source.at),
        }
    }

    /// Parses a call of a group as a subroutine; recursion is not supported.
    fn call(&mut self, name: String, at: usize) -> Result<Node, ParseStop> {
        self.source.expect(")")?;
        self.refer(name, at, ReferenceKind::Call);
        self.unsupported = true;
        Ok(Node::Fail)
    }

    pub(super) fn backref(&mut self, name: String, at: usize) -> Node {
        let fold: Fold = self.flags.fold();
        Node::Backref {
            reference: self.refer(name, at, ReferenceKind::Backref),
            fold,
        }
    }

    fn refer(&mut self, name: String, at: usize, by: ReferenceKind) -> usize {
        self.references.push(Reference { name, at, by });
        self.references.len() - 1
    }

    /// Parses a group name up to `>` or `)`.
    pub(super) fn name(&mut self, or_number: bool) -> Result<String, ParseStop> {
        let name = self.source.take_while(|c| !matches!(c, ')' | '>'));
        let at = self.source.at;
        if name.is_empty() {
            return self.source.refuse("missing group name", at);
        }
        let good = if name.chars().all(|c| c.is_ascii_digit()) {
            or_number && name.chars().any(|c| c != '0')
        } else {
            name.starts_with(|c: char| c == '_' || c.is_alphabetic())
                && name.chars().all(|c| c == '_' || c.is_alphanumeric())
        };
        if good {
            Ok(name)
        } else {
            self.source.refuse("bad character in group name", at)
        }
    }
}
