//! Characters to tokens: libyaml 0.2.5's scanner with its lookahead and marks.

mod block;
mod fetch;
mod scalar;
mod tag;

use std::collections::VecDeque;

use bumpalo::Bump;

use super::cursor::Cursor;
use super::error::{Problem, YamlError};
use super::mark::Mark;
use super::token::{Token, TokenKind};
use crate::limits::SurrogatePairs;

/// A position where a key may start; only a later `:` makes it a key.
#[derive(Debug, Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    /// Whether it must be a key, because nothing else is valid here.
    required: bool,
    /// The number of the first token of the key.
    token: usize,
    mark: Mark,
}

/// The maximum distance, in characters, from the start of a key to its `:`.
const KEY_LENGTH: u32 = 1024;

pub(super) struct Scanner<'a> {
    pub cursor: Cursor<'a>,
    pub arena: &'a Bump,
    pub surrogate_pairs: SurrogatePairs,
    /// Text of the current scalar, if it differs from the source.
    pub scratch: String,
    /// Line breaks that may become part of the scalar.
    pub breaks: String,
    pub flow_level: usize,
    /// The column of the innermost block collection; -1 outside of any.
    pub indent: i64,
    pub simple_key_allowed: bool,
    indents: Vec<i64>,
    tokens: VecDeque<Token<'a>>,
    /// The number of tokens consumed.
    taken: usize,
    /// Whether the first token is final: a key can no longer be inserted before it.
    available: bool,
    simple_keys: Vec<SimpleKey>,
    /// Keys below this index are known to be impossible.
    impossible: usize,
    started: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(arena: &'a Bump, text: &'a str, surrogate_pairs: SurrogatePairs) -> Self {
        Scanner {
            cursor: Cursor::new(text),
            arena,
            surrogate_pairs,
            scratch: String::new(),
            breaks: String::new(),
            flow_level: 0,
            indent: -1,
            simple_key_allowed: true,
            indents: Vec::new(),
            tokens: VecDeque::new(),
            taken: 0,
            available: false,
            simple_keys: vec![SimpleKey::default()],
            impossible: 1,
            started: false,
        }
    }

    /// Returns the next token without consuming it. At the end of the stream, returns the end token again.
    pub fn peek(&mut self) -> Result<Token<'a>, YamlError> {
        if !self.available {
            self.fetch_more()?;
            self.available = true;
        }
        let end = Token {
            kind: TokenKind::StreamEnd,
            start: self.cursor.mark(),
            end: self.cursor.mark(),
        };
        Ok(self.tokens.front().copied().unwrap_or(end))
    }

    /// Consumes the token that `peek` returned.
    pub fn take(&mut self) {
        self.available = false;
        self.taken += 1;
        self.tokens.pop_front();
    }

    pub fn error(&self, context: &'static str, start: Mark, problem: &'static str) -> YamlError {
        YamlError::Scanner(Problem {
            context: Some((context, start)),
            problem,
            mark: self.cursor.mark(),
        })
    }

    fn fault_here(&self, problem: &'static str) -> YamlError {
        YamlError::Scanner(Problem {
            context: None,
            problem,
            mark: self.cursor.mark(),
        })
    }

    fn fetch_more(&mut self) -> Result<(), YamlError> {
        loop {
            if !self.tokens.is_empty() {
                self.stale_simple_keys()?;
                let taken = self.taken;
                let keys = self.simple_keys.get(self.impossible..).unwrap_or_default();
                if !keys.iter().any(|key| key.possible && key.token == taken) {
                    return Ok(());
                }
            }
            self.fetch()?;
        }
    }

    /// Drops the keys whose `:` can no longer follow: on another line, or too far away.
    fn stale_simple_keys(&mut self) -> Result<(), YamlError> {
        let here = self.cursor.mark();
        let mut index = self.impossible;
        while let Some(key) = self.simple_keys.get_mut(index) {
            if key.possible
                && (key.mark.line < here.line
                    || key.mark.index.saturating_add(KEY_LENGTH) < here.index)
            {
                if key.required {
                    let start = key.mark;
                    return Err(self.error(
                        "while scanning a simple key",
                        start,
                        "could not find expected ':'",
                    ));
                }
                key.possible = false;
            }
            if !key.possible && index == self.impossible {
                self.impossible += 1;
            }
            index += 1;
        }
        Ok(())
    }

    fn save_simple_key(&mut self) -> Result<(), YamlError> {
        if !self.simple_key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark();
        let required = self.flow_level == 0 && self.indent == i64::from(mark.column);
        let key = SimpleKey {
            possible: true,
            required,
            token: self.taken + self.tokens.len(),
            mark,
        };
        self.remove_simple_key()?;
        if let Some(last) = self.simple_keys.last_mut() {
            *last = key;
        }
        self.impossible = self
            .impossible
            .min(self.simple_keys.len().saturating_sub(1));
        Ok(())
    }

    fn remove_simple_key(&mut self) -> Result<(), YamlError> {
        let Some(key) = self.simple_keys.last_mut() else {
            return Ok(());
        };
        if key.possible && key.required {
            let start = key.mark;
            return Err(self.error(
                "while scanning a simple key",
                start,
                "could not find expected ':'",
            ));
        }
        key.possible = false;
        Ok(())
    }

    fn push(&mut self, kind: TokenKind<'a>, start: Mark) {
        self.tokens.push_back(Token {
            kind,
            start,
            end: self.cursor.mark(),
        });
    }

    /// Opens a block collection if the column is deeper than the current one. Its token is inserted before token
    /// `number`.
    fn roll_indent(&mut self, mark: Mark, number: Option<usize>, kind: TokenKind<'a>) {
        let column = i64::from(mark.column);
        if self.flow_level > 0 || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        let token = Token {
            kind,
            start: mark,
            end: mark,
        };
        match number {
            None => self.tokens.push_back(token),
            Some(number) => self.insert(number, token),
        }
    }

    fn insert(&mut self, number: usize, token: Token<'a>) {
        let index = number.saturating_sub(self.taken).min(self.tokens.len());
        self.tokens.insert(index, token);
    }

    /// Closes the block collections that are indented deeper than `column`.
    fn unroll_indent(&mut self, column: i64) {
        if self.flow_level > 0 {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.mark());
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Skips whitespace, comments and line breaks.
    fn skip_to_token(&mut self) -> Result<(), YamlError> {
        loop {
            self.cursor.need(1)?;
            if self.cursor.column() == 0
                && self
                    .cursor
                    .text
                    .get(self.cursor.at..)
                    .is_some_and(starts_with_bom)
            {
                self.cursor.skip();
            }
            self.cursor.need(1)?;
            let tabs = self.flow_level > 0 || !self.simple_key_allowed;
            while self.cursor.byte(0) == b' ' || tabs && self.cursor.byte(0) == b'\t' {
                self.cursor.skip();
                self.cursor
                    .skip_while(|byte| byte == b' ' || tabs && byte == b'\t');
                self.cursor.need(1)?;
            }
            if self.cursor.byte(0) == b'#' {
                self.skip_comment()?;
            }
            if !self.cursor.is_break(0) {
                return Ok(());
            }
            self.cursor.need(2)?;
            self.cursor.skip_line();
            if self.flow_level == 0 {
                self.simple_key_allowed = true;
            }
        }
    }

    /// Skips to the end of the line.
    pub fn skip_comment(&mut self) -> Result<(), YamlError> {
        while !self.cursor.is_breakz(0) {
            self.cursor.skip();
            self.cursor.need(1)?;
        }
        Ok(())
    }
}

fn starts_with_bom(rest: &str) -> bool {
    rest.as_bytes().starts_with("\u{feff}".as_bytes())
}
