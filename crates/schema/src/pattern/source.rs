//! A cursor over the text of a pattern, and its errors.

use super::error::PatternError;

/// The reason why parsing a construct stopped.
#[derive(Debug)]
pub(super) enum ParseStop {
    /// The pattern is rejected.
    Refused(PatternError),
    /// The text is a different construct.
    OtherConstruct,
}

/// A cursor over a pattern; positions are byte offsets.
#[derive(Debug)]
pub(super) struct Source<'t> {
    text: &'t str,
    /// The current position.
    pub(super) at: usize,
    /// Whether white space and comments are skipped: `(?x)`.
    pub(super) ignore_space: bool,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Source<'t> {
        Source {
            text,
            at: 0,
            ignore_space: false,
        }
    }

    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or("")
    }

    /// Returns the position of the next significant character.
    fn skip(&self, mut at: usize) -> usize {
        if !self.ignore_space {
            return at;
        }
        loop {
            match self.rest(at).chars().next() {
                Some('#') => {
                    at = self
                        .rest(at)
                        .find('\n')
                        .map_or(self.text.len(), |line| at + line)
                }
                Some(c) if cfn_warden_syntax::unicode::is_strip_space(c) => at += c.len_utf8(),
                _ => return at,
            }
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest(self.skip(self.at)).chars().next()
    }

    /// Returns the next significant character.
    pub(super) fn get(&mut self) -> Option<char> {
        self.at = self.skip(self.at);
        self.get_any()
    }

    /// Returns the next character, including white space.
    pub(super) fn get_any(&mut self) -> Option<char> {
        let next = self.rest(self.at).chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Consumes a text if it is next.
    pub(super) fn matches(&mut self, text: &str) -> bool {
        let mut at = self.at;
        for c in text.chars() {
            at = self.skip(at);
            if !self.rest(at).starts_with(c) {
                return false;
            }
            at += c.len_utf8();
        }
        self.at = at;
        true
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), ParseStop> {
        if self.matches(text) {
            Ok(())
        } else {
            self.refuse(format!("missing {text}"), self.at)
        }
    }

    /// Consumes the longest run of characters that satisfy a predicate.
    pub(super) fn take_while(&mut self, of_kind: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        loop {
            let at = self.skip(self.at);
            match self.rest(at).chars().next() {
                Some(c) if of_kind(c) => {
                    taken.push(c);
                    self.at = at + c.len_utf8();
                }
                next => {
                    self.at = if next.is_some() { at } else { self.text.len() };
                    return taken;
                }
            }
        }
    }

    /// Consumes digits.
    pub(super) fn digits(&mut self) -> String {
        self.take_while(|c| c.is_ascii_digit())
    }

    pub(super) fn at_end(&self) -> bool {
        self.skip(self.at) >= self.text.len()
    }

    /// Rejects the pattern with `regex`'s message.
    pub(super) fn refuse<T>(&self, message: impl Into<String>, at: usize) -> Result<T, ParseStop> {
        Err(ParseStop::Refused(self.error(&message.into(), at)))
    }

    /// Creates an error with its position: in code points, and with line and column for patterns of several lines.
    pub(super) fn error(&self, message: &str, at: usize) -> PatternError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let position = before.chars().count();
        let mut message = format!("{message} at position {position}");
        if self.text.contains('\n') {
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            message += &format!(" (line {line}, column {column})");
        }
        PatternError::Refused(message)
    }
}
