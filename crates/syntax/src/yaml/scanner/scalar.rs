//! Plain and quoted scalars.

use super::Scanner;
use crate::limits::{SurrogatePairs, joined};
use crate::yaml::error::YamlError;
use crate::yaml::mark::Mark;
use crate::yaml::token::{ScalarStyle, Token, TokenKind};

/// A flow scalar that is being scanned: a slice of the source if possible, or a copy if a line is folded or an escape
/// is replaced.
struct Piece {
    /// The start of the source text that is not copied yet.
    from: usize,
    /// Whether the scratch buffer contains part of the scalar.
    copied: bool,
    /// The first line break after the last text, if any.
    leading_break: &'static str,
}

impl<'a> Scanner<'a> {
    fn piece(&mut self) -> Piece {
        self.scratch.clear();
        self.breaks.clear();
        Piece {
            from: self.cursor.at,
            copied: false,
            leading_break: "",
        }
    }

    /// Copies the source text up to `to`. The caller must then set `from`.
    fn copy(&mut self, piece: &mut Piece, to: usize) {
        self.scratch.push_str(self.cursor.slice(piece.from, to));
        piece.copied = true;
    }

    /// Folds the pending line breaks: a single one becomes a space, of several the first is dropped.
    fn fold(&mut self, piece: &mut Piece) {
        match (piece.leading_break, self.breaks.is_empty()) {
            ("\n", true) => self.scratch.push(' '),
            ("\n", false) => self.scratch.push_str(&self.breaks),
            (other, _) => {
                self.scratch.push_str(other);
                self.scratch.push_str(&self.breaks);
            }
        }
        self.breaks.clear();
        piece.leading_break = "";
        piece.from = self.cursor.at;
    }

    /// Returns the text of the scalar, which ends at `to`.
    fn text(&mut self, piece: &mut Piece, to: usize) -> &'a str {
        if !piece.copied {
            return self.cursor.slice(piece.from, to);
        }
        self.copy(piece, to);
        self.arena.alloc_str(&self.scratch)
    }

    pub fn scan_plain(&mut self) -> Result<Token<'a>, YamlError> {
        let start = self.cursor.mark();
        let indent = usize::try_from(self.indent.saturating_add(1)).unwrap_or(0);
        let flow = self.flow_level > 0;
        let mut piece = self.piece();
        // The end of the last non-blank text.
        let (mut end, mut end_at) = (start, self.cursor.at);
        let mut leading_blanks = false;
        loop {
            self.cursor.need(4)?;
            if self.cursor.at_document_indicator() || self.cursor.byte(0) == b'#' {
                break;
            }
            let before = self.cursor.at;
            while !self.cursor.is_blankz(0) {
                let byte = self.cursor.byte(0);
                if byte == b':' {
                    if flow
                        && matches!(self.cursor.byte(1), b',' | b'?' | b'[' | b']' | b'{' | b'}')
                    {
                        return Err(self.error(
                            "while scanning a plain scalar",
                            start,
                            "found unexpected ':'",
                        ));
                    }
                    if self.cursor.is_blankz(1) {
                        break;
                    }
                }
                if flow && matches!(byte, b',' | b'[' | b']' | b'{' | b'}') {
                    break;
                }
                if leading_blanks {
                    self.copy(&mut piece, end_at);
                    self.fold(&mut piece);
                    leading_blanks = false;
                }
                self.cursor.skip();
                self.cursor.skip_while(
                    |byte| matches!(byte, b'!'..=b'+' | b'-'..=b'9' | b';'..=b'Z' | b'\\' | b'^'..=b'z' | b'|' | b'~'),
                );
                end_at = self.cursor.at;
                self.cursor.need(2)?;
            }
            if self.cursor.at != before {
                end = self.cursor.mark();
            }
            if !(self.cursor.is_blank(0) || self.cursor.is_break(0)) {
                break;
            }
            self.cursor.need(1)?;
            while self.cursor.is_blank(0) || self.cursor.is_break(0) {
                if self.cursor.is_blank(0) {
                    if leading_blanks
                        && self.cursor.column() < indent
                        && self.cursor.byte(0) == b'\t'
                    {
                        let problem = "found a tab character that violates indentation";
                        return Err(self.error("while scanning a plain scalar", start, problem));
                    }
                    self.cursor.skip();
                } else {
                    self.cursor.need(2)?;
                    self.read_break(&mut piece, &mut leading_blanks);
                }
                self.cursor.need(1)?;
            }
            if !flow && self.cursor.column() < indent {
                break;
            }
        }
        let value = self.text(&mut piece, end_at);
        if leading_blanks {
            self.simple_key_allowed = true;
        }
        Ok(Token {
            kind: TokenKind::Scalar {
                value,
                style: ScalarStyle::Plain,
            },
            start,
            end,
        })
    }

    /// Reads a line break and keeps the first one apart from those that follow.
    fn read_break(&mut self, piece: &mut Piece, leading_blanks: &mut bool) {
        let read = self.cursor.read_line();
        if *leading_blanks {
            self.breaks.push_str(read);
        } else {
            piece.leading_break = read;
            *leading_blanks = true;
        }
    }

    pub fn scan_quoted(&mut self, quote: u8) -> Result<Token<'a>, YamlError> {
        let single = quote == b'\'';
        let start = self.cursor.mark();
        self.cursor.skip_ascii(1);
        let mut piece = self.piece();
        loop {
            self.cursor.need(4)?;
            if self.cursor.at_document_indicator() {
                let problem = "found unexpected document indicator";
                return Err(self.error("while scanning a quoted scalar", start, problem));
            }
            if self.cursor.is_end() {
                return Err(self.error(
                    "while scanning a quoted scalar",
                    start,
                    "found unexpected end of stream",
                ));
            }
            self.cursor.need(2)?;
            let mut leading_blanks = false;
            while !self.cursor.is_blankz(0) {
                let byte = self.cursor.byte(0);
                if single && byte == b'\'' && self.cursor.byte(1) == b'\'' {
                    self.copy(&mut piece, self.cursor.at + 1);
                    self.cursor.skip_ascii(2);
                    piece.from = self.cursor.at;
                } else if byte == quote {
                    break;
                } else if !single && byte == b'\\' && self.cursor.is_break(1) {
                    self.cursor.need(3)?;
                    self.copy(&mut piece, self.cursor.at);
                    self.cursor.skip_ascii(1);
                    self.cursor.skip_line();
                    piece.from = self.cursor.at;
                    leading_blanks = true;
                    break;
                } else if !single && byte == b'\\' {
                    self.copy(&mut piece, self.cursor.at);
                    self.scan_escape(start)?;
                    piece.from = self.cursor.at;
                } else {
                    self.cursor.skip();
                    self.cursor.skip_while(
                        |byte| matches!(byte, b'!' | b'#'..=b'&' | b'('..=b'[' | b']'..=b'~'),
                    );
                }
                self.cursor.need(2)?;
            }
            self.cursor.need(1)?;
            if self.cursor.byte(0) == quote {
                break;
            }
            // The end of the text if a line break follows; after an escaped line break it is copied already.
            let blank_at = self.cursor.at;
            let escaped_break = leading_blanks;
            while self.cursor.is_blank(0) || self.cursor.is_break(0) {
                if self.cursor.is_blank(0) {
                    self.cursor.skip();
                } else {
                    self.cursor.need(2)?;
                    self.read_break(&mut piece, &mut leading_blanks);
                }
                self.cursor.need(1)?;
            }
            if leading_blanks {
                if !escaped_break {
                    self.copy(&mut piece, blank_at);
                }
                self.fold(&mut piece);
            }
        }
        let value = self.text(&mut piece, self.cursor.at);
        self.cursor.skip_ascii(1);
        let style = if single {
            ScalarStyle::Single
        } else {
            ScalarStyle::Double
        };
        Ok(Token {
            kind: TokenKind::Scalar { value, style },
            start,
            end: self.cursor.mark(),
        })
    }

    /// Scans an escape of a double-quoted scalar into the scratch buffer.
    fn scan_escape(&mut self, start: Mark) -> Result<(), YamlError> {
        const CONTEXT: &str = "while parsing a quoted scalar";
        let (meant, digits) = match self.cursor.byte(1) {
            b'0' => ('\0', 0),
            b'a' => ('\u{7}', 0),
            b'b' => ('\u{8}', 0),
            b't' | b'\t' => ('\t', 0),
            b'n' => ('\n', 0),
            b'v' => ('\u{b}', 0),
            b'f' => ('\u{c}', 0),
            b'r' => ('\r', 0),
            b'e' => ('\u{1b}', 0),
            byte @ (b' ' | b'"' | b'/' | b'\\') => (char::from(byte), 0),
            b'N' => ('\u{85}', 0),
            b'_' => ('\u{a0}', 0),
            b'L' => ('\u{2028}', 0),
            b'P' => ('\u{2029}', 0),
            b'x' => ('\0', 2),
            b'u' => ('\0', 4),
            b'U' => ('\0', 8),
            _ => return Err(self.error(CONTEXT, start, "found unknown escape character")),
        };
        self.cursor.skip_ascii(2);
        if digits == 0 {
            self.scratch.push(meant);
            return Ok(());
        }
        self.cursor.need(digits)?;
        let Some(mut code) = self.code(0, digits) else {
            return Err(self.error(CONTEXT, start, "did not find expected hexdecimal number"));
        };
        let mut length = digits;
        if self.surrogate_pairs == SurrogatePairs::Joined
            && let (4, 0xd800..=0xdbff, b'\\', b'u') =
                (digits, code, self.cursor.byte(4), self.cursor.byte(5))
            && let Some(second @ 0xdc00..=0xdfff) = self.code(6, 4)
        {
            code = joined(code, second);
            length = 10;
        }
        let Some(meant) = char::from_u32(code) else {
            return Err(self.error(
                CONTEXT,
                start,
                "found invalid Unicode character escape code",
            ));
        };
        self.scratch.push(meant);
        self.cursor.skip_ascii(length);
        Ok(())
    }

    /// Returns the number that hexadecimal digits ahead are.
    fn code(&self, ahead: usize, digits: usize) -> Option<u32> {
        let mut digits = (ahead..ahead.saturating_add(digits))
            .map(|at| char::from(self.cursor.byte(at)).to_digit(16));
        digits.try_fold(0, |code: u32, digit| Some(code << 4 | digit?))
    }
}
