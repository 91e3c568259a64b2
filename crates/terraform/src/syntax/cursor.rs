//! A position in a text that is being parsed.

use cfn_warden_syntax::text;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::ast::Name;
use crate::diagnostic::{DetailText, Errors, fail};
use crate::source::Range;

/// The maximum nesting depth of brackets, operators and blocks.
const DEPTH: u32 = 400;
/// The summary of the error for more levels.
pub const TOO_DEEP: &str = "Too many levels of nesting";

/// A parser position.
#[derive(Debug, Clone)]
pub struct Cursor<'t> {
    /// The whole source text.
    pub text: &'t str,
    /// The index of the source file.
    pub file: u32,
    /// The offset of the next byte.
    pub at: usize,
    /// The offset of the text in its source file.
    pub base: usize,
    /// Whether newlines are whitespace, as within parentheses and brackets.
    pub newlines_are_space: bool,
    /// The comments read so far: start and end. Texts that are read again are read as the same comments.
    pub comments: Rc<RefCell<BTreeMap<usize, usize>>>,
    depth: u32,
}

impl<'t> Cursor<'t> {
    /// Returns a cursor at the start of a text.
    pub fn new(text: &'t str, file: u32) -> Cursor<'t> {
        Cursor {
            text,
            file,
            at: 0,
            base: 0,
            newlines_are_space: false,
            comments: Rc::default(),
            depth: 0,
        }
    }

    /// Returns the remaining text.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns whether the whole text has been read.
    pub fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Returns the next character without reading it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the next byte without reading it.
    pub fn peek_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Reads a character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at = self.at.saturating_add(next.len_utf8());
        Some(next)
    }

    /// Reads `text` if it is next. Returns whether it was.
    pub fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at = self.at.saturating_add(text.len());
        }
        found
    }

    /// Returns whether `text` is next.
    pub fn sees(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Reads characters while a predicate holds.
    pub fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !holds(c)).unwrap_or(rest.len());
        self.take_bytes(length)
    }

    /// Reads up to one of these ASCII characters, or to the end.
    pub fn take_until(&mut self, ends: &[u8]) -> &'t str {
        let rest = self.rest().as_bytes();
        let length = rest
            .iter()
            .position(|byte| ends.contains(byte))
            .unwrap_or(rest.len());
        self.take_bytes(length)
    }

    fn take_bytes(&mut self, length: usize) -> &'t str {
        let read = self.rest().get(..length).unwrap_or("");
        self.at = self.at.saturating_add(read.len());
        read
    }

    /// Returns the range from `start` to the current position.
    pub fn since(&self, start: usize) -> Range {
        let byte = |at: usize| u32::try_from(at.saturating_add(self.base)).unwrap_or(u32::MAX);
        Range {
            file: self.file,
            start: byte(start),
            end: byte(self.at),
        }
    }

    /// Returns the range of the next character.
    pub fn here(&self) -> Range {
        let mut next = self.clone();
        next.bump();
        next.since(self.at)
    }

    /// Returns an error at the next character.
    pub fn fail<T>(&self, summary: &str, detail: impl DetailText) -> Result<T, Errors> {
        fail(summary, detail, self.here())
    }

    /// Skips spaces and comments, and newlines if they are whitespace.
    pub fn skip_space(&mut self) {
        loop {
            let start = self.at;
            match self.peek_byte() {
                Some(b' ' | b'\t') => self.at = start.saturating_add(1),
                Some(byte) if self.newlines_are_space && byte.is_ascii_whitespace() => {
                    self.at = start.saturating_add(1)
                }
                Some(b'#') => self.comment(start, "\n", 0),
                Some(b'/') if self.sees("//") => self.comment(start, "\n", 0),
                // A comment without an end is an error where it starts.
                Some(b'/') if self.sees("/*") && self.rest().contains("*/") => {
                    self.comment(start, "*/", 2)
                }
                _ => return,
            }
        }
    }

    /// Skips a comment and the part of its end that belongs to it.
    fn comment(&mut self, start: usize, end: &str, more: usize) {
        let rest = self.rest();
        let length = rest
            .find(end)
            .map_or(rest.len(), |end| end.saturating_add(more));
        self.at = start.saturating_add(length);
        self.comments.borrow_mut().insert(start, self.at);
    }

    /// Skips spaces, comments and newlines.
    pub fn skip_lines(&mut self) {
        self.within(true, Cursor::skip_space);
    }

    /// Reads a newline. Returns true also at the end of the text.
    pub fn take_line_end(&mut self) -> bool {
        self.skip_space();
        self.at_end() || self.take("\n") || self.take("\r\n")
    }

    /// Runs `read` with newlines as whitespace or not.
    pub fn within<T>(&mut self, newlines_are_space: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.newlines_are_space, newlines_are_space);
        let result = read(self);
        self.newlines_are_space = before;
        result
    }

    /// Runs `read` one level deeper.
    pub fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Errors>,
    ) -> Result<T, Errors> {
        if self.depth >= DEPTH {
            return self.fail(
                TOO_DEEP,
                text!("There are more than {} levels of nesting here.", DEPTH),
            );
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads an identifier if one is next.
    pub fn identifier(&mut self) -> Option<Name> {
        let start = self.at;
        let text: Rc<str> = self.take_identifier()?.into();
        Some(Name {
            text,
            range: self.since(start),
        })
    }

    fn take_identifier(&mut self) -> Option<&'t str> {
        let first = self.peek()?;
        let is_start = first.is_alphabetic() || first == '_';
        is_start.then(|| self.take_while(|c| c.is_alphanumeric() || c == '_' || c == '-'))
    }

    /// Returns whether the identifier `word` is next.
    pub fn sees_word(&self, word: &str) -> bool {
        self.sees(word) && self.clone().take_identifier() == Some(word)
    }

    /// Reads the identifier `word` if it is next. Returns whether it was.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.sees_word(word);
        if found {
            self.at = self.at.saturating_add(word.len());
        }
        found
    }
}
