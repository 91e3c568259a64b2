//! Error reporting for a JSON document with an escape that YAML does not define (`\d`, `\'`).
//!
//! cfn-lint retries the document with its JSON decoder. YAML defines every JSON escape, so decoding fails too, but
//! its error is the one reported: for the escape, or for an earlier problem. This is a port of
//! `cfnlint/decode/cfn_json.py` over Python's `json`: the same order, messages and positions, off-by-one errors
//! included. Positions are indices of code points.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::limits::Limits;
use crate::{Known, Operand, Position, Span, SyntaxError, Text, python, text};

mod string;

/// A decoding error, by the kind of exception that cfn-lint's decoder raises.
#[derive(Debug)]
pub(super) enum DecodeError {
    /// cfn-lint's own errors, with spans.
    Placed(Vec<SyntaxError>),
    /// Python's `json` found no value; cfn-lint reports the YAML error instead.
    NoValue,
    /// Any other `JSONDecodeError` of Python's `json`: its message and index.
    Python(&'static str, usize),
    /// An exception inside cfn-lint's decoder: its message.
    Broken(Text),
}

type Result<T> = std::result::Result<T, DecodeError>;

/// A value that was checked and skipped; only errors are needed.
struct Skipped;

/// Returns the errors that cfn-lint reports for `text`. `yaml` is the YAML error that caused the retry; it is returned
/// if the document contains no value.
pub fn errors(text: &str, name: &str, limits: &Limits, yaml: SyntaxError) -> Vec<SyntaxError> {
    let mut decoder = Decoder {
        text,
        at: 0,
        index: 0,
        breaks: text
            .chars()
            .zip(0..)
            .filter(|(c, _)| *c == '\n')
            .map(|(_, index)| index)
            .collect(),
        depth: 0,
        limit: limits.depth,
    };
    match decoder.document() {
        Ok(Skipped) | Err(DecodeError::NoValue) => vec![yaml],
        Err(DecodeError::Placed(errors)) => errors,
        Err(DecodeError::Python(message, index)) => {
            let start = decoder.place(index);
            let end = Position {
                line: start.line,
                column: start.column.saturating_add(1),
            };
            vec![SyntaxError::new(Text::own(message), Span { start, end })]
        }
        Err(DecodeError::Broken(message)) => {
            let name = if name.is_empty() { "None" } else { name };
            let message = text!(
                "Tried to parse {} as JSON but got error: {}",
                Known(name),
                message
            );
            vec![SyntaxError::new(message, Span::START)]
        }
    }
}

pub(super) struct Decoder<'a> {
    text: &'a str,
    /// Offset of the cursor in bytes.
    at: usize,
    /// Offset of the cursor in code points.
    index: usize,
    /// Indices of the line breaks, in code points.
    breaks: Vec<usize>,
    depth: usize,
    limit: usize,
}

impl<'a> Decoder<'a> {
    fn document(&mut self) -> Result<Skipped> {
        if self.peek() == Some('\u{feff}') {
            return Err(DecodeError::Python(
                "Unexpected UTF-8 BOM (decode using utf-8-sig)",
                0,
            ));
        }
        self.blanks();
        let root = self.value()?.ok_or(DecodeError::NoValue)?;
        self.blanks();
        if self.peek().is_some() {
            return Err(DecodeError::Python("Extra data", self.index));
        }
        Ok(root)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn step(&mut self) {
        if let Some(c) = self.peek() {
            self.at += c.len_utf8();
            self.index += 1;
        }
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.step();
        }
    }

    /// Consumes `word` (ASCII) if it is next.
    fn word(&mut self, word: &str) -> bool {
        let found = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word));
        if found {
            self.at += word.len();
            self.index += word.len();
        }
        found
    }

    /// Skips a value; returns `None` if none begins here.
    fn value(&mut self) -> Result<Option<Skipped>> {
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some('"') => self.string().map(|_| Some(Skipped)),
            _ => self.literal(),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<()>) -> Result<Option<Skipped>> {
        if self.depth >= self.limit {
            return Err(DecodeError::Broken(
                "maximum recursion depth exceeded".into(),
            ));
        }
        self.depth += 1;
        let done = read(self);
        self.depth -= 1;
        done.map(|()| Some(Skipped))
    }

    fn literal(&mut self) -> Result<Option<Skipped>> {
        if ["null", "true", "false"]
            .into_iter()
            .any(|word| self.word(word))
        {
            return Ok(Some(Skipped));
        }
        if let Some(text) = self.number() {
            let digits = text.trim_start_matches('-').len();
            if digits > 4300 && !text.contains(['.', 'e', 'E']) {
                return Err(DecodeError::Broken(text!(
                    "Exceeds the limit (4300 digits) for integer string conversion: value has {} digits; use \
                     sys.set_int_max_str_digits() to increase the limit",
                    digits
                )));
            }
            return Ok(Some(Skipped));
        }
        Ok(["NaN", "Infinity", "-Infinity"]
            .into_iter()
            .any(|word| self.word(word))
            .then_some(Skipped))
    }

    /// `-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?`
    fn number(&mut self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        let digits = |from: usize| {
            let rest = rest.get(from..).unwrap_or_default();
            from + rest.bytes().take_while(u8::is_ascii_digit).count()
        };
        let byte = |at: usize| rest.as_bytes().get(at).copied();
        let first = usize::from(rest.starts_with('-'));
        let mut end = match byte(first)? {
            b'0' => first + 1,
            b'1'..=b'9' => digits(first),
            _ => return None,
        };
        if byte(end) == Some(b'.') && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if matches!(byte(end), Some(b'e' | b'E')) {
            let power = end + 1 + usize::from(matches!(byte(end + 1), Some(b'-' | b'+')));
            if digits(power) > power {
                end = digits(power);
            }
        }
        self.at += end;
        self.index += end;
        rest.get(..end)
    }

    fn array(&mut self) -> Result<()> {
        self.step();
        self.blanks();
        if self.peek() == Some(']') {
            self.step();
            return Ok(());
        }
        loop {
            self.value()?.ok_or(DecodeError::NoValue)?;
            self.blanks();
            match self.peek() {
                Some(']') => {
                    self.step();
                    return Ok(());
                }
                Some(',') => self.step(),
                _ => return Err(DecodeError::Python("Expecting ',' delimiter", self.index)),
            }
            self.blanks();
        }
    }

    fn object(&mut self) -> Result<()> {
        const NO_NAME: &str = "Expecting property name enclosed in double quotes";
        self.step();
        self.blanks();
        if self.peek() == Some('}') {
            self.step();
            return Ok(());
        }
        let mut keys = Vec::new();
        loop {
            if self.peek() != Some('"') {
                return Err(self.located_error(NO_NAME, self.index));
            }
            keys.push((self.index, self.key()?));
            // cfn-lint raises this `TypeError` while it builds its own message for a missing value.
            let broken = "slice indices must be integers or None or have an __index__ method";
            self.value()?
                .ok_or_else(|| DecodeError::Broken(broken.into()))?;
            self.blanks();
            match self.peek() {
                Some('}') => {
                    self.step();
                    return self.check_keys(&keys);
                }
                Some(',') => self.step(),
                _ => return Err(self.located_error("Expecting ',' delimiter", self.index)),
            }
            self.blanks();
        }
    }

    /// Parses a key and the colon after it.
    fn key(&mut self) -> Result<Cow<'a, str>> {
        let text = self.string()?;
        self.blanks();
        if self.peek() != Some(':') {
            return Err(self.located_error("Expecting ':' delimiter", self.index));
        }
        self.step();
        self.blanks();
        Ok(text)
    }

    /// Reports repeated keys in cfn-lint's order: the second occurrence first. Every message names the first repeated
    /// key.
    fn check_keys(&self, keys: &[(usize, Cow<'a, str>)]) -> Result<()> {
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(keys.len());
        let mut repeated: Vec<(&str, usize)> = Vec::new();
        for (index, text) in keys {
            match seen.get(text.as_ref()) {
                None => {
                    seen.insert(text, *index);
                }
                Some(first) if repeated.is_empty() => {
                    repeated.extend([(text.as_ref(), *index), (text, *first)])
                }
                Some(_) => repeated.push((text, *index)),
            }
        }
        let Some((name, _)) = repeated.first() else {
            return Ok(());
        };
        let errors = repeated.iter().map(|(text, index)| {
            let span = |index: usize| self.key_span(index, text.chars().count());
            let first = seen.get(text).filter(|first| *first != index);
            SyntaxError {
                repeats: first.map(|first| span(*first)),
                ..SyntaxError::new(
                    text!("Duplicate found \"{}\"", Operand::Name(name)),
                    span(*index),
                )
            }
        });
        Err(DecodeError::Placed(errors.collect()))
    }

    /// Returns cfn-lint's own error at an index. Its span is one column wide and starts one column too far right.
    pub(super) fn located_error(&self, message: impl Into<Text>, index: usize) -> DecodeError {
        let at = self.place(index);
        let start = Position {
            line: at.line,
            column: at.column.saturating_add(1),
        };
        let end = Position {
            line: at.line,
            column: at.column.saturating_add(2),
        };
        DecodeError::Placed(vec![SyntaxError::new(message.into(), Span { start, end })])
    }

    /// Returns the 1-based line and column of an index.
    fn place(&self, index: usize) -> Position {
        let line = self.breaks.partition_point(|at| *at < index);
        let column = match line.checked_sub(1).and_then(|last| self.breaks.get(last)) {
            Some(last) => index.saturating_sub(*last),
            None => index.saturating_add(1),
        };
        Position {
            line: narrow(line.saturating_add(1)),
            column: narrow(column),
        }
    }

    /// Returns the span that cfn-lint shows for a key (`get_beg_end_mark`): lines count from 0, columns are one too
    /// large, and the end adds the length of the key twice.
    fn key_span(&self, index: usize, length: usize) -> Span {
        let before = |index: usize| self.breaks.partition_point(|at| *at <= index);
        let (line, end_line) = (before(index), before(index.saturating_add(length)));
        // In a document of several lines the end line is one too small. For line 0 Python counts the column from the
        // last line break of the document, which makes it negative; it is 0 here.
        let shown = end_line.saturating_sub(usize::from(self.breaks.len() > 1));
        let column = |line: usize, index: usize| match line.checked_sub(1) {
            Some(last) => self
                .breaks
                .get(last)
                .map_or(0, |last| (index + 1).saturating_sub(*last)),
            None => index.saturating_add(2),
        };
        let end = index.saturating_add(length);
        let end_column = match shown {
            0 if end_line > 0 => self
                .breaks
                .last()
                .map_or(0, |last| (end + 1 + length).saturating_sub(*last)),
            _ => column(if end_line == 0 { 0 } else { shown }, end).saturating_add(length),
        };
        Span {
            start: Position {
                line: narrow(line),
                column: narrow(column(line, index)),
            },
            end: Position {
                line: narrow(shown),
                column: narrow(end_column),
            },
        }
    }
}

/// Returns Python's `repr()` of a character.
pub(super) fn repr(c: char) -> Text {
    Text::operand(python::repr_str(c.encode_utf8(&mut [0; 4])))
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
