//! A cursor in the source text: lookahead, and libyaml's marks.
//!
//! libyaml decodes its input in chunks of 16 KiB and reports a forbidden character when it first needs a character of
//! its chunk, before any token error in that chunk. `Cursor::need` is called wherever libyaml fills its buffer, so
//! that the same error is reported first.

use super::error::YamlError;
use super::mark::Mark;

/// A character that YAML does not allow.
#[derive(Debug, Clone, Copy)]
struct Forbidden {
    character: char,
    offset: usize,
    /// The number of characters that libyaml can read before it reports this one.
    readable: usize,
}

/// The number of bytes that libyaml decodes at a time.
const CHUNK: usize = 16384;

#[derive(Debug)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    bytes: &'a [u8],
    /// Offset of the cursor in bytes.
    pub at: usize,
    /// Bytes before the cursor that do not start a counted character: continuation bytes and the byte order mark.
    skipped: usize,
    line: u32,
    /// Characters before the current line.
    line_index: usize,
    forbidden: Option<Forbidden>,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        let bom = if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        Cursor {
            text,
            bytes: text.as_bytes(),
            at: bom,
            skipped: bom,
            line: 0,
            line_index: 0,
            forbidden: forbidden(text, bom),
        }
    }

    /// Returns the position of the cursor.
    #[inline]
    pub fn mark(&self) -> Mark {
        let index = self.at.saturating_sub(self.skipped);
        Mark {
            index: narrow(index),
            line: self.line,
            column: narrow(index.saturating_sub(self.line_index)),
        }
    }

    /// Returns the number of characters before the cursor on its line.
    #[inline]
    pub fn column(&self) -> usize {
        self.at
            .saturating_sub(self.skipped)
            .saturating_sub(self.line_index)
    }

    /// Requires `characters` characters of lookahead, like libyaml's `CACHE`.
    #[inline]
    pub fn need(&self, characters: usize) -> Result<(), YamlError> {
        match self.forbidden {
            None => Ok(()),
            Some(found)
                if self
                    .at
                    .saturating_sub(self.skipped)
                    .saturating_add(characters)
                    <= found.readable =>
            {
                Ok(())
            }
            Some(found) => Err(YamlError::Reader {
                character: found.character,
                offset: found.offset,
            }),
        }
    }

    /// Returns the byte at offset `ahead`, or 0 after the end. YAML does not allow NUL, so 0 is unambiguous.
    #[inline]
    pub fn byte(&self, ahead: usize) -> u8 {
        self.bytes
            .get(self.at.saturating_add(ahead))
            .copied()
            .unwrap_or(0)
    }

    #[inline]
    pub fn is_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Whether a space or tab is next.
    #[inline]
    pub fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    /// Whether a line break is next: CR, LF, NEL, LS or PS.
    #[inline]
    pub fn is_break(&self, ahead: usize) -> bool {
        match self.byte(ahead) {
            b'\r' | b'\n' => true,
            0xC2 => self.byte(ahead + 1) == 0x85,
            0xE2 => self.byte(ahead + 1) == 0x80 && matches!(self.byte(ahead + 2), 0xA8 | 0xA9),
            _ => false,
        }
    }

    /// Whether a line break or the end is next.
    #[inline]
    pub fn is_breakz(&self, ahead: usize) -> bool {
        self.byte(ahead) == 0 || self.is_break(ahead)
    }

    /// Whether a blank, a line break or the end is next.
    #[inline]
    pub fn is_blankz(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_breakz(ahead)
    }

    /// Whether a letter, digit, `_` or `-` is next.
    #[inline]
    pub fn is_alpha(&self) -> bool {
        matches!(self.byte(0), b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-')
    }

    /// Whether the line starts with `---` or `...` followed by a blank, a line break or the end.
    #[inline]
    pub fn at_document_indicator(&self) -> bool {
        self.column() == 0 && (self.at_indicator(b'-') || self.at_indicator(b'.'))
    }

    /// Whether a byte is next three times, followed by a blank, a line break or the end.
    pub fn at_indicator(&self, byte: u8) -> bool {
        (0..3).all(|ahead| self.byte(ahead) == byte) && self.is_blankz(3)
    }

    /// Skips a character that is not a line break.
    #[inline]
    pub fn skip(&mut self) {
        let byte = self.byte(0);
        let width = match byte {
            _ if self.is_end() => 0,
            0..=0xBF => 1,
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            _ => 4,
        };
        self.at += width;
        self.skipped += width.saturating_sub(1);
    }

    /// Skips `count` ASCII characters.
    #[inline]
    pub fn skip_ascii(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.bytes.len());
    }

    /// Skips the bytes (ASCII only) that satisfy `takes`. Skips nothing if [`need`](Self::need) must be checked for
    /// each.
    #[inline]
    pub fn skip_while(&mut self, takes: impl Fn(u8) -> bool) {
        if self.forbidden.is_none() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.at += rest
                .iter()
                .position(|byte| !takes(*byte))
                .unwrap_or(rest.len());
        }
    }

    /// Skips a line break, if there is one.
    pub fn skip_line(&mut self) {
        let (width, characters) = match self.byte(0) {
            b'\r' if self.byte(1) == b'\n' => (2, 2),
            b'\r' | b'\n' => (1, 1),
            0xC2 if self.is_break(0) => (2, 1),
            0xE2 if self.is_break(0) => (3, 1),
            _ => return,
        };
        self.at += width;
        self.skipped += width - characters;
        self.break_line();
    }

    /// Skips a line break and returns what YAML reads for it: `
    /// `, LS or PS; an empty string if there is none.
    pub fn read_line(&mut self) -> &'static str {
        let read = match self.byte(0) {
            b'\r' | b'\n' => "\n",
            0xC2 if self.is_break(0) => "\n",
            0xE2 if self.is_break(0) && self.byte(2) == 0xA8 => "\u{2028}",
            0xE2 if self.is_break(0) => "\u{2029}",
            _ => "",
        };
        self.skip_line();
        read
    }

    /// Starts a new line at the cursor.
    pub fn break_line(&mut self) {
        self.line += 1;
        self.line_index = self.at.saturating_sub(self.skipped);
    }

    /// Returns the text between two byte offsets.
    #[inline]
    pub fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Finds the first character that YAML does not allow, and how far libyaml reads before it reports the character.
fn forbidden(text: &str, bom: usize) -> Option<Forbidden> {
    let bytes = text.as_bytes();
    let mut from = bom;
    loop {
        // Skips blocks without a suspect byte; the inner loop has no branches, so it is vectorized.
        while let Some(block) = bytes.get(from..from.saturating_add(BLOCK)) {
            if block
                .iter()
                .fold(false, |found, byte| found | is_suspect(*byte))
            {
                break;
            }
            from += BLOCK;
        }
        let rest = bytes.get(from..)?;
        let offset = from + rest.iter().position(|byte| is_suspect(*byte))?;
        let character = text.get(offset..)?.chars().next()?;
        if is_forbidden(character) {
            return Some(Forbidden {
                character,
                offset,
                readable: readable(text, bom, offset + character.len_utf8()),
            });
        }
        from = offset + character.len_utf8();
    }
}

const BLOCK: usize = 64;

/// Whether a byte starts a forbidden character, or may.
fn is_suspect(byte: u8) -> bool {
    (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r')
        | (byte == 0x7F)
        | (byte == 0xC2)
        | (byte == 0xEF)
}

fn is_forbidden(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}

/// Returns the number of characters in the chunks before the chunk that contains the character at `until`.
fn readable(text: &str, bom: usize, until: usize) -> usize {
    let (mut start, mut end) = (bom, CHUNK);
    while end < until {
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        (start, end) = (end, end.saturating_add(CHUNK));
    }
    if start == bom {
        return 0;
    }
    text.get(bom..start).map_or(0, |read| read.chars().count())
}
