//! A JSON scanner that builds the tree with the same marks as libyaml.
//!
//! cfn-lint parses JSON as YAML. This scanner is nine times as fast and accepts only documents that both formats read
//! the same way. For everything else (invalid JSON, a comment, `1e5`, a repeated key, a key of 1,024 characters) it
//! returns `None`, and the YAML reader parses the document.

use std::collections::HashSet;

use bumpalo::Bump;

use crate::build::{StackStart, TreeBuilder};
use crate::limits::Limits;
use crate::tree::{At, Style};
use crate::{Node, NodeId, Position, Span, Tree, Value};

/// Returns the tree of a JSON document, or `None` if the YAML reader must parse it.
pub fn scan<'a>(arena: &'a Bump, text: &'a str, limits: &Limits) -> Option<Tree<'a>> {
    let start = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: start,
        line: 1,
        line_start: start,
        continuation: 0,
        build: TreeBuilder::new(arena, text.len()),
        scratch: String::new(),
    };
    let root = scanner.document(limits)?;
    // cfn-lint counts nodes only if the document contains an ampersand, so that it may use an alias.
    if scanner.build.len() > limits.aliased_nodes && text.contains('&') {
        return None;
    }
    Some(scanner.build.finish(root))
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
    /// UTF-8 continuation bytes since the start of the line; columns count code points.
    continuation: usize,
    build: TreeBuilder<'a>,
    scratch: String,
}

/// A collection whose closing bracket has not been read.
enum Open<'a> {
    List { id: NodeId, stack_start: StackStart, count: u32 },
    Map { id: NodeId, stack_start: StackStart, key: Node<'a>, key_text: &'a str },
}

/// The next thing to parse.
enum Next {
    Value,
    Close,
}

impl<'a> Scanner<'a> {
    fn document(&mut self, limits: &Limits) -> Option<Node<'a>> {
        // YAML does not allow a tab before the first token or after the last one.
        self.skip(false)?;
        if !matches!(self.peek(), Some(b'{' | b'[')) {
            return None;
        }
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut next = Next::Value;
        let root = loop {
            if self.build.len() > limits.nodes {
                return None;
            }
            let done = match next {
                Next::Value => {
                    let (parent, at) = holder(&open);
                    match self.peek()? {
                        b'{' | b'[' if open.len() >= limits.depth => return None,
                        b'{' => match self.open_map(parent, at, &mut open)? {
                            Next::Value => {
                                next = Next::Value;
                                continue;
                            }
                            Next::Close => self.close(&mut open)?,
                        },
                        b'[' => match self.open_list(parent, at, &mut open)? {
                            Next::Value => {
                                next = Next::Value;
                                continue;
                            }
                            Next::Close => self.close(&mut open)?,
                        },
                        b'"' => {
                            let start = self.position();
                            let text = self.string()?;
                            let span = Span { start, end: self.position() };
                            let id = self.build.add_node(parent, at, span, Style::Quoted);
                            Node { id, value: Value::Str(text) }
                        }
                        _ => self.literal(parent, at)?,
                    }
                }
                Next::Close => self.close(&mut open)?,
            };
            match open.last_mut() {
                None => break done,
                Some(Open::List { count, .. }) => {
                    *count = count.checked_add(1)?;
                    self.build.item(done);
                }
                Some(Open::Map { key, .. }) => self.build.entry(*key, done),
            }
            next = self.after_value(&mut open)?;
        };
        self.skip(false)?;
        (self.at == self.bytes.len()).then_some(root)
    }

    fn open_map(&mut self, parent: NodeId, at: At<'a>, open: &mut Vec<Open<'a>>) -> Option<Next> {
        let id = self.open(parent, at);
        let stack_start = self.build.open_map();
        self.skip(true)?;
        if self.peek()? == b'}' {
            open.push(Open::Map { id, stack_start, key: Node { id, value: Value::Null }, key_text: "" });
            return Some(Next::Close);
        }
        let (key, key_text) = self.key(id)?;
        open.push(Open::Map { id, stack_start, key, key_text });
        Some(Next::Value)
    }

    fn open_list(&mut self, parent: NodeId, at: At<'a>, open: &mut Vec<Open<'a>>) -> Option<Next> {
        let id = self.open(parent, at);
        let stack_start = self.build.open_list();
        self.skip(true)?;
        open.push(Open::List { id, stack_start, count: 0 });
        Some(if self.peek()? == b']' { Next::Close } else { Next::Value })
    }

    /// Adds a node for the collection that starts here and skips its bracket.
    fn open(&mut self, parent: NodeId, at: At<'a>) -> NodeId {
        let start = self.position();
        self.at += 1;
        self.build.add_node(parent, at, Span { start, end: start }, Style::Plain)
    }

    /// Closes the innermost collection at its closing bracket.
    fn close(&mut self, open: &mut Vec<Open<'a>>) -> Option<Node<'a>> {
        self.at += 1;
        let end = self.position();
        let (id, value) = match open.pop()? {
            Open::List { id, stack_start, .. } => (id, Value::List(self.build.close_list(stack_start))),
            Open::Map { id, stack_start, .. } => {
                let entries = self.build.close_map(stack_start);
                if repeats(entries.iter().filter_map(|entry| entry.key.as_str()), entries.len()) {
                    return None;
                }
                (id, Value::Map(entries))
            }
        };
        self.build.end(id, end);
        Some(Node { id, value })
    }

    /// Skips the comma after a value, or finds the end of the collection.
    fn after_value(&mut self, open: &mut [Open<'a>]) -> Option<Next> {
        self.skip(true)?;
        match (self.peek()?, open.last_mut()?) {
            (b']', Open::List { .. }) | (b'}', Open::Map { .. }) => Some(Next::Close),
            (b',', Open::List { .. }) => {
                self.at += 1;
                self.skip(true)?;
                (self.peek()? != b']').then_some(Next::Value)
            }
            (b',', Open::Map { id, key, key_text, .. }) => {
                self.at += 1;
                self.skip(true)?;
                let id = *id;
                (*key, *key_text) = self.key(id)?;
                Some(Next::Value)
            }
            _ => None,
        }
    }

    /// Parses a key, its colon and the whitespace after it.
    fn key(&mut self, map: NodeId) -> Option<(Node<'a>, &'a str)> {
        if self.peek()? != b'"' {
            return None;
        }
        let (start, from, line) = (self.position(), self.at, self.line);
        let text = self.string()?;
        let span = Span { start, end: self.position() };
        self.skip(true)?;
        // libyaml's limit for a key without `?`: one line, at most 1,024 characters up to the colon.
        if self.peek()? != b':' || self.line != line || self.at.saturating_sub(from) > 1024 {
            return None;
        }
        self.at += 1;
        self.skip(true)?;
        let id = self.build.add_node(map, At::Key, span, Style::Quoted);
        Some((Node { id, value: Value::Str(text) }, text))
    }

    /// Parses `true`, `false`, `null` or a number that YAML reads as the same number.
    fn literal(&mut self, parent: NodeId, at: At<'a>) -> Option<Node<'a>> {
        let start = self.position();
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')) {
            self.at += 1;
        }
        let text = self.text.get(from..self.at)?;
        let value = match text {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            _ => number(text)?,
        };
        let id = self.build.add_node(parent, at, Span { start, end: self.position() }, Style::Plain);
        self.build.raw.push((id, text));
        Some(Node { id, value })
    }

    /// Parses the string that starts here and skips its closing quote.
    fn string(&mut self) -> Option<&'a str> {
        self.at += 1;
        let from = self.at;
        loop {
            self.skip_plain();
            match self.peek()? {
                b'"' => {
                    let text = self.text.get(from..self.at)?;
                    self.at += 1;
                    return Some(text);
                }
                b'\\' => return self.escaped(from),
                byte => self.character(byte)?,
            }
        }
    }

    /// Parses the rest of a string from its first escape on.
    fn escaped(&mut self, from: usize) -> Option<&'a str> {
        self.scratch.clear();
        let mut run = from;
        loop {
            self.skip_plain();
            match self.peek()? {
                b'"' => {
                    self.scratch.push_str(self.text.get(run..self.at)?);
                    self.at += 1;
                    return Some(self.build.arena.alloc_str(&self.scratch));
                }
                b'\\' => {
                    self.scratch.push_str(self.text.get(run..self.at)?);
                    self.escape()?;
                    run = self.at;
                }
                byte => self.character(byte)?,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let code = *self.bytes.get(self.at + 1)?;
        self.at += 2;
        let meant = match code {
            b'"' | b'\\' | b'/' => char::from(code),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let digits = self.text.get(self.at..self.at.checked_add(4)?)?;
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return None;
                }
                self.at += 4;
                // YAML does not support surrogate pairs and reports an error for them.
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            _ => return None,
        };
        self.scratch.push(meant);
        Some(())
    }

    /// Skips the ASCII characters of a string that need no unescaping.
    fn skip_plain(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let stops = |byte: &u8| !matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~');
        self.at += rest.iter().position(stops).unwrap_or(rest.len());
    }

    /// Skips a character that YAML keeps unchanged: not a line break or control character.
    fn character(&mut self, byte: u8) -> Option<()> {
        if byte < 0x80 {
            self.at += 1;
            return (0x20..0x7f).contains(&byte).then_some(());
        }
        let found = self.text.get(self.at..)?.chars().next()?;
        if matches!(found, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}') {
            return None;
        }
        self.at += found.len_utf8();
        self.continuation += found.len_utf8() - 1;
        Some(())
    }

    /// Skips whitespace; returns `None` at a tab if `tabs` is false.
    fn skip(&mut self, tabs: bool) -> Option<()> {
        loop {
            match self.peek() {
                Some(b' ') => self.at += 1,
                Some(b'\n') => self.new_line(1),
                Some(b'\r') if self.bytes.get(self.at + 1) == Some(&b'\n') => self.new_line(2),
                Some(b'\r') => self.new_line(1),
                Some(b'\t') if tabs => self.at += 1,
                Some(b'\t') => return None,
                _ => return Some(()),
            }
        }
    }

    fn new_line(&mut self, width: usize) {
        self.at += width;
        self.line += 1;
        self.line_start = self.at;
        self.continuation = 0;
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn position(&self) -> Position {
        let column = self.at.saturating_sub(self.line_start).saturating_sub(self.continuation).saturating_add(1);
        Position { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }
}

/// Returns the parent of the next value and its position in the parent.
fn holder<'a>(open: &[Open<'a>]) -> (NodeId, At<'a>) {
    match open.last() {
        None => (NodeId(0), At::Root),
        Some(Open::List { id, count, .. }) => (*id, At::Index(*count)),
        Some(Open::Map { id, key, key_text, .. }) => (*id, At::Value(key_text, key.id)),
    }
}

/// Parses a number that YAML 1.1 and JSON read the same way; `1e5` is a string in YAML, `012` an error in JSON.
fn number<'a>(text: &'a str) -> Option<Value<'a>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    let leading_zero = whole > 1 && digits.starts_with('0');
    if whole == 0 || leading_zero || whole > 4300 {
        return None;
    }
    match digits.get(whole..)? {
        "" => Some(text.parse().map_or(Value::BigInt(text), Value::Int)),
        rest => {
            let fraction = rest.strip_prefix('.')?;
            let exponent = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            let plain = exponent.len() < fraction.len();
            let signed = exponent.strip_prefix(['e', 'E']).and_then(|e| e.strip_prefix(['+', '-']));
            let powered = signed.is_some_and(|e| !e.is_empty() && e.bytes().all(|digit| digit.is_ascii_digit()));
            if !plain || !(exponent.is_empty() || powered) {
                return None;
            }
            text.parse().ok().map(Value::Float)
        }
    }
}

/// Whether a key occurs twice: compares few keys pairwise and hashes many.
fn repeats<'a>(mut keys: impl Iterator<Item = &'a str> + Clone, count: usize) -> bool {
    if count > 16 {
        let mut seen = HashSet::with_capacity(count);
        return !keys.all(|key| seen.insert(key));
    }
    let mut rest = keys.clone();
    keys.any(|key| {
        rest.next();
        rest.clone().any(|other| other == key)
    })
}
