//! Characters to tokens: libyaml 0.2.5's scanner, its lookahead and its marks.

use std::collections::VecDeque;

use bumpalo::Bump;

use super::cursor::{Cursor, Mark};
use super::fault::{Fault, Problem};
use super::token::{Token, TokenKind};

/// A place where a key may have begun that only a later `:` makes one.
#[derive(Debug, Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    /// It must be one: nothing else may stand there.
    required: bool,
    /// The number of its first token.
    token: usize,
    mark: Mark,
}

/// How far away its `:` may be.
const KEY_LENGTH: u32 = 1024;

pub(super) struct Scanner<'a> {
    pub cursor: Cursor<'a>,
    pub arena: &'a Bump,
    /// Text of the scalar being read, where it is no stretch of the source.
    pub scratch: String,
    /// Line breaks that may or may not become part of it.
    pub breaks: String,
    pub flow_level: usize,
    /// The column of the innermost block collection; -1 outside of all.
    pub indent: i64,
    pub simple_key_allowed: bool,
    indents: Vec<i64>,
    tokens: VecDeque<Token<'a>>,
    /// How many tokens were taken.
    taken: usize,
    /// The first token may be taken: no key can still stand before it.
    available: bool,
    simple_keys: Vec<SimpleKey>,
    /// Keys below this index are not possible.
    impossible: usize,
    started: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(arena: &'a Bump, text: &'a str) -> Self {
        Scanner {
            cursor: Cursor::new(text),
            arena,
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

    /// The next token, which stays. After the end of the stream, that end again.
    pub fn peek(&mut self) -> Result<Token<'a>, Fault> {
        if !self.available {
            self.fetch_more()?;
            self.available = true;
        }
        let end = Token { kind: TokenKind::StreamEnd, start: self.cursor.mark(), end: self.cursor.mark() };
        Ok(self.tokens.front().copied().unwrap_or(end))
    }

    /// Takes the token that was seen.
    pub fn take(&mut self) {
        self.available = false;
        self.taken += 1;
        self.tokens.pop_front();
    }

    pub fn fault(&self, context: &'static str, start: Mark, problem: &'static str) -> Fault {
        Fault::Scanner(Problem { context: Some((context, start)), problem, mark: self.cursor.mark() })
    }

    fn fault_here(&self, problem: &'static str) -> Fault {
        Fault::Scanner(Problem { context: None, problem, mark: self.cursor.mark() })
    }

    fn fetch_more(&mut self) -> Result<(), Fault> {
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

    fn fetch(&mut self) -> Result<(), Fault> {
        self.cursor.need(1)?;
        if !self.started {
            self.started = true;
            self.push(TokenKind::StreamStart, self.cursor.mark());
            return Ok(());
        }
        self.skip_to_token()?;
        self.stale_simple_keys()?;
        self.unroll_indent(i64::try_from(self.cursor.column()).unwrap_or(i64::MAX));
        self.cursor.need(4)?;
        if self.cursor.is_end() {
            return self.fetch_stream_end();
        }
        let byte = self.cursor.byte(0);
        if self.cursor.column() == 0 {
            match byte {
                b'%' => return self.fetch_directive(),
                b'-' if self.cursor.at_indicator(b'-') => return self.fetch_indicator(TokenKind::DocumentStart),
                b'.' if self.cursor.at_indicator(b'.') => return self.fetch_indicator(TokenKind::DocumentEnd),
                _ => {}
            }
        }
        let flow = self.flow_level > 0;
        match byte {
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.cursor.is_blankz(1) => self.fetch_block_entry(),
            b'?' if flow || self.cursor.is_blankz(1) => self.fetch_key(),
            b':' if flow || self.cursor.is_blankz(1) => self.fetch_value(),
            b'*' => self.fetch_one(|scanner| scanner.scan_anchor(true)),
            b'&' => self.fetch_one(|scanner| scanner.scan_anchor(false)),
            b'!' => self.fetch_one(Self::scan_tag),
            b'|' | b'>' if !flow => {
                self.remove_simple_key()?;
                self.simple_key_allowed = true;
                let token = self.scan_block_scalar(byte == b'|')?;
                self.tokens.push_back(token);
                Ok(())
            }
            b'\'' | b'"' => self.fetch_one(|scanner| scanner.scan_quoted(byte)),
            b'-' if !self.cursor.is_blank(1) => self.fetch_one(Self::scan_plain),
            b'?' | b':' if !flow => self.fetch_one(Self::scan_plain),
            b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b' ' | b'\t' => Err(self.stray()),
            _ if self.cursor.is_break(0) => Err(self.stray()),
            _ => self.fetch_one(Self::scan_plain),
        }
    }

    fn stray(&self) -> Fault {
        self.fault(
            "while scanning for the next token",
            self.cursor.mark(),
            "found character that cannot start any token",
        )
    }

    /// Forgets the keys whose `:` can no longer come: on another line, or too far away.
    fn stale_simple_keys(&mut self) -> Result<(), Fault> {
        let here = self.cursor.mark();
        let mut index = self.impossible;
        while let Some(key) = self.simple_keys.get_mut(index) {
            if key.possible && (key.mark.line < here.line || key.mark.index.saturating_add(KEY_LENGTH) < here.index) {
                if key.required {
                    let start = key.mark;
                    return Err(self.fault("while scanning a simple key", start, "could not find expected ':'"));
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

    fn save_simple_key(&mut self) -> Result<(), Fault> {
        if !self.simple_key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark();
        let required = self.flow_level == 0 && self.indent == i64::from(mark.column);
        let key = SimpleKey { possible: true, required, token: self.taken + self.tokens.len(), mark };
        self.remove_simple_key()?;
        if let Some(last) = self.simple_keys.last_mut() {
            *last = key;
        }
        self.impossible = self.impossible.min(self.simple_keys.len().saturating_sub(1));
        Ok(())
    }

    fn remove_simple_key(&mut self) -> Result<(), Fault> {
        let Some(key) = self.simple_keys.last_mut() else { return Ok(()) };
        if key.possible && key.required {
            let start = key.mark;
            return Err(self.fault("while scanning a simple key", start, "could not find expected ':'"));
        }
        key.possible = false;
        Ok(())
    }

    fn push(&mut self, kind: TokenKind<'a>, start: Mark) {
        self.tokens.push_back(Token { kind, start, end: self.cursor.mark() });
    }

    /// Opens a block collection where the column asks for it: its token goes before the one of that number.
    fn roll_indent(&mut self, mark: Mark, number: Option<usize>, kind: TokenKind<'a>) {
        let column = i64::from(mark.column);
        if self.flow_level > 0 || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        let token = Token { kind, start: mark, end: mark };
        match number {
            None => self.tokens.push_back(token),
            Some(number) => self.insert(number, token),
        }
    }

    fn insert(&mut self, number: usize, token: Token<'a>) {
        let index = number.saturating_sub(self.taken).min(self.tokens.len());
        self.tokens.insert(index, token);
    }

    /// Closes the block collections that stand deeper than a column.
    fn unroll_indent(&mut self, column: i64) {
        if self.flow_level > 0 {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.mark());
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn fetch_stream_end(&mut self) -> Result<(), Fault> {
        if self.cursor.column() != 0 {
            self.cursor.break_line();
        }
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.push(TokenKind::StreamEnd, self.cursor.mark());
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<(), Fault> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let token = self.scan_directive()?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_indicator(&mut self, kind: TokenKind<'a>) -> Result<(), Fault> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        self.cursor.skip_ascii(3);
        self.push(kind, start);
        Ok(())
    }

    /// A token of one character.
    fn fetch_character(&mut self, kind: TokenKind<'a>) -> Result<(), Fault> {
        let start = self.cursor.mark();
        self.cursor.skip_ascii(1);
        self.push(kind, start);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'a>) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_keys.push(SimpleKey::default());
        self.flow_level += 1;
        self.simple_key_allowed = true;
        self.fetch_character(kind)
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'a>) -> Result<(), Fault> {
        self.remove_simple_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.simple_keys.pop();
            self.impossible = self.impossible.min(self.simple_keys.len());
        }
        self.simple_key_allowed = false;
        self.fetch_character(kind)
    }

    fn fetch_flow_entry(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_character(TokenKind::FlowEntry)
    }

    fn fetch_block_entry(&mut self) -> Result<(), Fault> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.fault_here("block sequence entries are not allowed in this context"));
            }
            self.roll_indent(self.cursor.mark(), None, TokenKind::BlockSequenceStart);
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_character(TokenKind::BlockEntry)
    }

    fn fetch_key(&mut self) -> Result<(), Fault> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.fault_here("mapping keys are not allowed in this context"));
            }
            self.roll_indent(self.cursor.mark(), None, TokenKind::BlockMappingStart);
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = self.flow_level == 0;
        self.fetch_character(TokenKind::Key)
    }

    fn fetch_value(&mut self) -> Result<(), Fault> {
        let key = self.simple_keys.last().copied().unwrap_or_default();
        if key.possible {
            self.insert(key.token, Token { kind: TokenKind::Key, start: key.mark, end: key.mark });
            self.roll_indent(key.mark, Some(key.token), TokenKind::BlockMappingStart);
            if let Some(last) = self.simple_keys.last_mut() {
                last.possible = false;
            }
            self.simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.simple_key_allowed {
                    return Err(self.fault_here("mapping values are not allowed in this context"));
                }
                self.roll_indent(self.cursor.mark(), None, TokenKind::BlockMappingStart);
            }
            self.simple_key_allowed = self.flow_level == 0;
        }
        self.fetch_character(TokenKind::Value)
    }

    /// A token that may begin a key.
    fn fetch_one(&mut self, scan: impl FnOnce(&mut Self) -> Result<Token<'a>, Fault>) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = scan(self)?;
        self.tokens.push_back(token);
        Ok(())
    }

    /// Steps over blanks, comments and line breaks.
    fn skip_to_token(&mut self) -> Result<(), Fault> {
        loop {
            self.cursor.need(1)?;
            if self.cursor.column() == 0 && self.cursor.text.get(self.cursor.at..).is_some_and(starts_with_bom) {
                self.cursor.skip();
            }
            self.cursor.need(1)?;
            let tabs = self.flow_level > 0 || !self.simple_key_allowed;
            while self.cursor.byte(0) == b' ' || tabs && self.cursor.byte(0) == b'\t' {
                self.cursor.skip();
                self.cursor.skip_while(|byte| byte == b' ' || tabs && byte == b'\t');
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

    /// Steps to the end of the line.
    pub fn skip_comment(&mut self) -> Result<(), Fault> {
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
