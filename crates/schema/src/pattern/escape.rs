//! Escape sequences.

use super::ast::{Assert, Fold, Node};
use super::flags::Flags;
use super::parse::Parser;
use super::property::{self, Lookup, Property};
use super::set::Set;
use super::source::ParseStop;

/// The meaning of an escape sequence, inside and outside brackets.
#[derive(Debug)]
pub(super) enum Escape {
    /// A code point.
    Char(u32),
    /// A property, or with `false` its complement.
    Property(Property, bool),
    /// A node that is not allowed in brackets.
    Node(Node),
}

impl Parser<'_> {
    /// Parses an escape outside brackets, after the backslash.
    pub(super) fn escape(&mut self) -> Result<Node, ParseStop> {
        Ok(match self.any_escape(false)? {
            Escape::Char(code) => Node::Char(code, self.flags.fold()),
            Escape::Property(property, holds) => {
                let fold = self.flags.fold() == Fold::Case;
                let property = if fold {
                    property.ignoring_case()
                } else {
                    property
                };
                let mut set = Set::default();
                self.add_property(&mut set, property, holds);
                Node::Set(Box::new(set.finish(false, false)))
            }
            Escape::Node(node) => node,
        })
    }

    /// Adds a property to a class; with `(?a)` only its ASCII part.
    pub(super) fn add_property(&self, set: &mut Set, property: Property, holds: bool) {
        if !self.flags.has(Flags::ASCII) {
            return set.add_property(property, holds);
        }
        set.add_ascii(if holds {
            property.ascii()
        } else {
            !property.ascii()
        });
        if !holds {
            set.add_range(0x80, u32::from(char::MAX));
        }
    }

    /// Parses an escape after the backslash.
    pub(super) fn any_escape(&mut self, in_set: bool) -> Result<Escape, ParseStop> {
        let Some(c) = self.source.get_any() else {
            return self
                .source
                .refuse("bad escape (end of pattern)", self.source.at);
        };
        if let Some(digits) = hex_digits(c) {
            return self.hex(c, digits).map(Escape::Char);
        }
        if !in_set && let Some(node) = self.outside_brackets(c)? {
            return Ok(Escape::Node(node));
        }
        Ok(match c {
            'N' => Escape::Char(self.named_character()?),
            'p' | 'P' => self.property(c == 'p')?,
            'd' | 'D' => Escape::Property(Property::Categories(property::DIGITS), c == 'd'),
            's' | 'S' => Escape::Property(Property::Space, c == 's'),
            'w' | 'W' => Escape::Property(Property::Word, c == 'w'),
            'h' => Escape::Property(Property::Blank, true),
            'a' => Escape::Char(0x7),
            'b' => Escape::Char(0x8),
            't' => Escape::Char(0x9),
            'n' => Escape::Char(0xa),
            'v' => Escape::Char(0xb),
            'f' => Escape::Char(0xc),
            'r' => Escape::Char(0xd),
            'a'..='z' | 'A'..='Z' => {
                return self
                    .source
                    .refuse(format!("bad escape \\{c}"), self.source.at);
            }
            '0'..='9' => self.number(c, in_set)?,
            _ => Escape::Char(c.into()),
        })
    }

    /// Parses escapes that are only allowed outside brackets.
    fn outside_brackets(&mut self, c: char) -> Result<Option<Node>, ParseStop> {
        let ascii = self.flags.has(Flags::ASCII);
        let word = self.flags.has(Flags::WORD);
        self.unsupported |= word && matches!(c, 'b' | 'B' | 'm' | 'M');
        Ok(Some(match c {
            'A' => Node::Assert(Assert::Start),
            'Z' | 'z' => Node::Assert(Assert::End),
            'b' | 'B' => Node::Assert(Assert::Boundary {
                expected: c == 'b',
                ascii,
            }),
            'm' => Node::Assert(Assert::WordStart { ascii }),
            'M' => Node::Assert(Assert::WordEnd { ascii }),
            'G' => Node::Assert(Assert::SearchStart),
            'K' | 'X' => {
                self.unsupported = true;
                Node::Fail
            }
            'R' => line_ending(),
            'L' => {
                self.source.expect("<")?;
                self.name(true)?;
                self.source.expect(">")?;
                return self.source.refuse("undefined named list", self.source.at);
            }
            'g' => match self.group_reference() {
                Ok(node) => node,
                Err(()) => Node::Char('g'.into(), self.flags.fold()),
            },
            _ => return Ok(None),
        }))
    }

    /// Parses `\g<name>`; without a name it is a literal `g`.
    fn group_reference(&mut self) -> Result<Node, ()> {
        let before = self.source.at;
        let mut read = || {
            self.source.expect("<").ok()?;
            let at = self.source.at;
            let name = self.name(true).ok()?;
            self.source.expect(">").ok()?;
            if self.is_open(&name) {
                None
            } else {
                Some(self.backref(name, at))
            }
        };
        read().ok_or_else(|| self.source.at = before)
    }

    fn number(&mut self, first: char, in_set: bool) -> Result<Escape, ParseStop> {
        if in_set || first == '0' {
            return self.octal(first).map(Escape::Char);
        }
        let mut digits = first.to_string();
        let mut after = self.source.at;
        if let Some(second) = self.source.get().filter(char::is_ascii_digit) {
            digits.push(second);
            after = self.source.at;
            if let Some(third) = self.source.get().filter(|c| is_octal(*c))
                && digits.chars().all(is_octal)
            {
                digits.push(third);
                return Ok(Escape::Char(
                    u32::from_str_radix(&digits, 8).unwrap_or(0) & 0o777,
                ));
            }
        }
        self.source.at = after;
        if self.is_open(&digits) {
            return self.source.refuse("cannot refer to an open group", after);
        }
        Ok(Escape::Node(self.backref(digits, after)))
    }

    fn octal(&mut self, first: char) -> Result<u32, ParseStop> {
        let mut digits = first.to_string();
        let mut after = self.source.at;
        while digits.len() < 3
            && let Some(next) = self.source.get().filter(|c| is_octal(*c))
        {
            digits.push(next);
            after = self.source.at;
        }
        self.source.at = after;
        match u32::from_str_radix(&digits, 8) {
            Ok(code) => Ok(code),
            Err(_) => self.source.refuse(format!("bad escape \\{first}"), after),
        }
    }

    fn hex(&mut self, kind: char, count: usize) -> Result<u32, ParseStop> {
        let before = self.source.at;
        let mut digits = String::new();
        for _ in 0..count {
            match self.source.get() {
                Some(digit) if digit.is_ascii_hexdigit() => digits.push(digit),
                _ => {
                    return self
                        .source
                        .refuse(format!("incomplete escape \\{kind}{digits}"), before);
                }
            }
        }
        match u32::from_str_radix(&digits, 16) {
            Ok(code) if code < 0x11_0000 => Ok(code),
            _ => self
                .source
                .refuse(format!("bad hex escape \\{kind}{digits}"), before),
        }
    }

    /// Parses `\N{LATIN SMALL LETTER A}`; character names are not supported. Without braces it is a literal `N`.
    fn named_character(&mut self) -> Result<u32, ParseStop> {
        let before = self.source.at;
        if self.source.matches("{") {
            let name = self
                .source
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'));
            if self.source.matches("}") {
                if name.is_empty() {
                    return self
                        .source
                        .refuse("undefined character name", self.source.at);
                }
                self.doubtful = true;
                return Ok('N'.into());
            }
        }
        self.source.at = before;
        Ok('N'.into())
    }

    /// Parses `\p{..}` and `\pL`; otherwise it is a literal `p`.
    fn property(&mut self, holds: bool) -> Result<Escape, ParseStop> {
        let before = self.source.at;
        match self.source.get() {
            Some('{') => {
                let negated = self.source.matches("^");
                let (key, name) = self.property_name();
                if self.source.matches("}") {
                    return self.lookup(key.as_deref(), &name, holds != negated, false);
                }
            }
            Some(c @ ('C' | 'L' | 'M' | 'N' | 'P' | 'S' | 'Z')) => {
                return self.lookup(None, &c.to_string(), holds, false);
            }
            _ => {}
        }
        self.source.at = before;
        Ok(Escape::Char(if holds { 'p' } else { 'P' }.into()))
    }

    /// Parses a property's name and the key before `=` or `:`.
    pub(super) fn property_name(&mut self) -> (Option<String>, String) {
        let name = self
            .source
            .take_while(|c| c.is_ascii_alphanumeric() || " &_-.".contains(c));
        let before = self.source.at;
        if matches!(self.source.get(), Some(':' | '=')) {
            let value = self
                .source
                .take_while(|c| c.is_ascii_alphanumeric() || " &_-./".contains(c));
            if !value.trim().is_empty() {
                return (Some(name), value.trim().to_owned());
            }
        }
        self.source.at = before;
        (None, name)
    }

    pub(super) fn lookup(
        &mut self,
        key: Option<&str>,
        name: &str,
        holds: bool,
        posix: bool,
    ) -> Result<Escape, ParseStop> {
        match property::lookup(key, name, posix) {
            Lookup::Found(property, positive) => Ok(Escape::Property(property, positive == holds)),
            Lookup::Unsupported => {
                self.doubtful = true;
                Ok(Escape::Property(Property::Any, holds))
            }
            Lookup::Unknown => self.source.refuse("unknown property", self.source.at),
        }
    }
}

/// `\R`: any line ending, matched atomically.
fn line_ending() -> Node {
    let mut one = Set::default();
    one.add_range(0xa, 0xd);
    one.add_range(0x85, 0x85);
    one.add_range(0x2028, 0x2029);
    let both = Node::Sequence(vec![Node::Char(0xd, Fold::No), Node::Char(0xa, Fold::No)]);
    Node::Atomic(Box::new(Node::Branch(vec![
        both,
        Node::Set(Box::new(one.finish(false, false))),
    ])))
}

fn hex_digits(c: char) -> Option<usize> {
    match c {
        'x' => Some(2),
        'u' => Some(4),
        'U' => Some(8),
        _ => None,
    }
}

fn is_octal(c: char) -> bool {
    matches!(c, '0'..='7')
}
