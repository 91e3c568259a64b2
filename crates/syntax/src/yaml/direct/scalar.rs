//! Plain and quoted scalars.

use super::{Reader, Run, spaces};
use crate::limits::{SurrogatePairs, joined};
use crate::tree::Style;
use crate::{Position, Span};

/// A scalar of the document.
pub(super) struct Scalar<'a> {
    pub text: &'a str,
    pub span: Span,
    pub style: Style,
}

/// libyaml's limit for the distance from the start of a key to its colon.
const KEY_LENGTH: u32 = 1024;

impl<'a> Scalar<'a> {
    /// Returns a value that is not written.
    pub(super) fn missing(start: Position, end: Position) -> Self {
        Scalar {
            text: "",
            span: Span { start, end },
            style: Style::Plain,
        }
    }
}

impl<'a> Reader<'a> {
    /// Whether a scalar can be the key of the colon at the cursor: on one line, and not too long.
    #[inline]
    pub(super) fn fits_key(&self, scalar: &Scalar<'a>) -> bool {
        scalar.span.start.line == self.line
            && self.column() - scalar.span.start.column <= KEY_LENGTH
    }

    /// Reads a plain scalar and skips what follows it up to a comment, an indicator, or the next token on another line.
    /// `above` is the column of the block collection around it.
    pub(super) fn plain(&mut self, run: Run, above: u32) -> Option<Scalar<'a>> {
        let (start, from) = (self.position(), self.at);
        match self.byte() {
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
            | b'"' | b'%' | b'@' | b'`' => return None,
            b'-' if self.is_separated() => return None,
            b'?' | b':' if run == Run::Flow || self.is_separated() => return None,
            // A document indicator, or nearly.
            b'-' | b'.' if start.column == 1 => return None,
            _ => {}
        }
        let mut end_at = self.plain_line(run)?;
        let mut end = self.on_line(end_at);
        if end_at == from {
            return None;
        }
        let (mut piece, mut copied) = (from, false);
        while self.byte() == b'\n' {
            let breaks = self.skip_breaks();
            let outside = run == Run::Block && self.column() <= above;
            if outside || self.byte() == b'#' {
                break;
            }
            // Libyaml checks the indentation of tabs, and looks for document indicators.
            if self.byte() == b'\t' || self.column() == 1 && matches!(self.byte(), b'-' | b'.') {
                return None;
            }
            let begin = self.at;
            let line_end = self.plain_line(run)?;
            if line_end == begin {
                break;
            }
            self.copy(&mut copied, self.text.get(piece..end_at)?);
            self.fold(breaks);
            (piece, end_at, end) = (begin, line_end, self.on_line(line_end));
        }
        let text = self.text.get(piece..end_at)?;
        let text = if copied { self.copied(text) } else { text };
        Some(Scalar {
            text,
            span: Span { start, end },
            style: Style::Plain,
        })
    }

    /// Skips the rest of a line of a plain scalar, with the blanks after it. Returns the offset of the end of
    /// the text.
    #[inline]
    fn plain_line(&mut self, run: Run) -> Option<usize> {
        let mut end_at = self.at;
        loop {
            let word = self.at;
            loop {
                self.at += run.length(self.rest());
                match self.byte() {
                    // A single space between two words.
                    b' ' if self
                        .bytes
                        .get(self.at + 1)
                        .is_some_and(|next| next.is_ascii_alphanumeric()) =>
                    {
                        self.at += 2
                    }
                    b' ' | b'\n' | b'\t' => break,
                    b':' if self.is_separated() => break,
                    b':' if run == Run::Flow
                        && self
                            .bytes
                            .get(self.at + 1)
                            .is_some_and(|next| b",?[]{}".contains(next)) =>
                    {
                        return None;
                    }
                    b':' => self.at += 1,
                    b',' | b'[' | b']' | b'{' | b'}' => break,
                    _ if self.is_end() => break,
                    _ => self.skip_wide()?,
                }
            }
            if self.at > word {
                end_at = self.at;
            }
            if !matches!(self.byte(), b' ' | b'\t') {
                return Some(end_at);
            }
            self.skip_blanks();
            if self.byte() == b'#' {
                return Some(end_at);
            }
        }
    }

    /// Returns the position of an offset on the line of the cursor, with no characters beyond ASCII in between.
    #[inline]
    fn on_line(&self, at: usize) -> Position {
        Position {
            line: self.line,
            column: (at - self.origin) as u32 + 1,
        }
    }

    /// Reads the quoted scalar at the cursor.
    pub(super) fn quoted(&mut self, quote: u8) -> Option<Scalar<'a>> {
        let run = if quote == b'"' {
            Run::Double
        } else {
            Run::Single
        };
        let start = self.position();
        self.at += 1;
        let (mut piece, mut copied) = (self.at, false);
        loop {
            self.at += run.length(self.rest());
            match self.byte() {
                b'\'' if self.bytes.get(self.at + 1) == Some(&b'\'') => {
                    self.at += 1;
                    self.copy(&mut copied, self.since(piece)?);
                    self.at += 1;
                    piece = self.at;
                }
                b'"' | b'\'' => break,
                b'\\' => {
                    self.copy(&mut copied, self.since(piece)?);
                    if self.bytes.get(self.at + 1) == Some(&b'\n') {
                        self.at += 1;
                        self.new_line();
                        let breaks = self.skip_quoted_breaks()?;
                        self.push_breaks(breaks);
                    } else {
                        let escaped = self.escape()?;
                        self.scratch.push(escaped);
                    }
                    piece = self.at;
                }
                b'\n' => {
                    self.copy(
                        &mut copied,
                        self.since(piece)?.trim_end_matches([' ', '\t']),
                    );
                    let breaks = self.skip_quoted_breaks()?;
                    self.fold(breaks);
                    piece = self.at;
                }
                b'\t' => self.at += 1,
                _ => self.skip_wide()?,
            }
        }
        let text = self.since(piece)?;
        let text = if copied { self.copied(text) } else { text };
        self.at += 1;
        Some(Scalar {
            text,
            span: Span {
                start,
                end: self.position(),
            },
            style: Style::Quoted,
        })
    }

    /// Skips line feeds and blanks in a quoted scalar; returns the number of line feeds, or `None` at what may be a document
    /// indicator.
    fn skip_quoted_breaks(&mut self) -> Option<usize> {
        let mut breaks = self.skip_breaks();
        while self.byte() == b'\t' {
            self.skip_blanks();
            breaks += self.skip_breaks();
        }
        (self.column() > 1 || !matches!(self.byte(), b'-' | b'.')).then_some(breaks)
    }

    /// Reads the escape at the cursor; `None` if YAML does not define it.
    fn escape(&mut self) -> Option<char> {
        let (meant, digits) = match self.bytes.get(self.at + 1)? {
            b'0' => ('\0', 0),
            b'a' => ('\u{7}', 0),
            b'b' => ('\u{8}', 0),
            b't' | b'\t' => ('\t', 0),
            b'n' => ('\n', 0),
            b'v' => ('\u{b}', 0),
            b'f' => ('\u{c}', 0),
            b'r' => ('\r', 0),
            b'e' => ('\u{1b}', 0),
            byte @ (b' ' | b'"' | b'/' | b'\\') => (char::from(*byte), 0),
            b'N' => ('\u{85}', 0),
            b'_' => ('\u{a0}', 0),
            b'L' => ('\u{2028}', 0),
            b'P' => ('\u{2029}', 0),
            b'x' => ('\0', 2),
            b'u' => ('\0', 4),
            b'U' => ('\0', 8),
            _ => return None,
        };
        self.at += 2;
        if digits == 0 {
            return Some(meant);
        }
        let code = self.code(digits)?;
        let is_first_half = matches!(code, 0xd800..=0xdbff) && digits == 4;
        if !is_first_half || self.limits.surrogate_pairs == SurrogatePairs::Refused {
            return char::from_u32(code);
        }
        self.rest().starts_with(b"\\u").then(|| self.at += 2)?;
        let second = self.code(digits)?;
        matches!(second, 0xdc00..=0xdfff)
            .then(|| joined(code, second))
            .and_then(char::from_u32)
    }

    /// Reads hexadecimal digits.
    fn code(&mut self, digits: usize) -> Option<u32> {
        let code = self.text.get(self.at..self.at + digits)?;
        self.at += digits;
        code.chars()
            .try_fold(0, |code: u32, digit| Some(code << 4 | digit.to_digit(16)?))
    }

    /// Skips line feeds and the spaces after them; returns the number of line feeds.
    fn skip_breaks(&mut self) -> usize {
        let mut breaks = 0;
        loop {
            match self.byte() {
                b'\n' => {
                    self.new_line();
                    breaks += 1;
                }
                b' ' => self.at += spaces(self.rest()),
                _ => return breaks,
            }
        }
    }

    /// Appends text to the copy of the current scalar.
    fn copy(&mut self, copied: &mut bool, text: &str) {
        if !*copied {
            *copied = true;
            self.scratch.clear();
        }
        self.scratch.push_str(text);
    }

    /// Appends folded line feeds: a single one is a space, of several the first is dropped.
    fn fold(&mut self, breaks: usize) {
        match breaks {
            1 => self.scratch.push(' '),
            _ => self.push_breaks(breaks.saturating_sub(1)),
        }
    }

    /// Appends line feeds to the copy of the current scalar.
    pub(super) fn push_breaks(&mut self, count: usize) {
        self.scratch.extend(std::iter::repeat_n('\n', count));
    }

    /// Returns the copy of the current scalar, which ends in this text.
    fn copied(&mut self, last: &str) -> &'a str {
        self.scratch.push_str(last);
        self.build.arena.alloc_str(&self.scratch)
    }
}
