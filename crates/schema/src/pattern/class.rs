//! Classes in brackets, in `regex` version 0 syntax: without set operations, and without nested classes except
//! `[:name:]`.

use super::ast::{Fold, Node};
use super::escape::Escape;
use super::parse::Parser;
use super::set::Set;
use super::source::ParseStop;

impl Parser<'_> {
    /// Parses a class after `[`.
    pub(super) fn set(&mut self) -> Result<Node, ParseStop> {
        let ignore_space = std::mem::replace(&mut self.source.ignore_space, false);
        let negated = self.source.matches("^");
        let mut set = Set::default();
        // The first member can be the closing bracket.
        self.member(&mut set)?;
        while !self.source.matches("]") {
            self.member(&mut set)?;
        }
        self.source.ignore_space = ignore_space;
        Ok(Node::Set(Box::new(
            set.finish(self.flags.fold() == Fold::Case, negated),
        )))
    }

    /// Parses a character, a range, or an escape.
    fn member(&mut self, set: &mut Set) -> Result<(), ParseStop> {
        let first = match self.item()? {
            Escape::Char(first) => first,
            other => {
                self.add(set, other);
                return Ok(());
            }
        };
        if !self.source.matches("-") {
            set.add_range(first, first);
            return Ok(());
        }
        let after = self.source.at;
        if self.source.matches("]") {
            self.source.at = after;
            set.add_range(first, first);
            set.add_range('-'.into(), '-'.into());
            return Ok(());
        }
        match self.item()? {
            Escape::Char(last) if first > last => {
                return self.source.refuse("bad character range", self.source.at);
            }
            Escape::Char(last) => set.add_range(first, last),
            other => {
                set.add_range(first, first);
                set.add_range('-'.into(), '-'.into());
                self.add(set, other);
            }
        }
        Ok(())
    }

    fn add(&self, set: &mut Set, item: Escape) {
        if let Escape::Property(property, holds) = item {
            self.add_property(set, property, holds);
        }
    }

    fn item(&mut self) -> Result<Escape, ParseStop> {
        if self.source.matches("\\") {
            return self.any_escape(true);
        }
        let before = self.source.at;
        if self.source.matches("[:") {
            let negated = self.source.matches("^");
            let (key, name) = self.property_name();
            if self.source.matches(":]") {
                return self.lookup(key.as_deref(), &name, !negated, true);
            }
            self.source.at = before;
        }
        match self.source.get() {
            Some(c) => Ok(Escape::Char(c.into())),
            None => self
                .source
                .refuse("unterminated character set", self.source.at),
        }
    }
}
