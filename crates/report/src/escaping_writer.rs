//! A writer that escapes control characters: a document must not control the terminal that shows a report about it.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use crate::Paint;

/// How control characters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// As Python's `repr` writes them: `\x1b`, `\u202e`.
    Text,
    /// As JSON strings have them: `\u001b`. The reader of the JSON gets the character.
    Json,
}

/// Writes a report. Only colors from [`EscapingWriter::painted`] contain control characters other than tabs and line feeds.
pub struct EscapingWriter<'w> {
    out: &'w mut dyn io::Write,
    paint: Paint,
    notation: Notation,
}

impl<'w> EscapingWriter<'w> {
    /// Returns a writer to another one.
    pub fn new(out: &'w mut dyn io::Write, paint: Paint, notation: Notation) -> EscapingWriter<'w> {
        EscapingWriter {
            out,
            paint,
            notation,
        }
    }

    /// Writes a text with ANSI color codes, if reports are colored.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn painted(&mut self, codes: &str, text: impl fmt::Display) -> io::Result<()> {
        match self.paint {
            Paint::Plain => write!(self, "{text}"),
            Paint::Ansi => {
                write!(self.out, "\x1b[{codes}m")?;
                write!(self, "{text}")?;
                self.out.write_all(b"\x1b[0m")
            }
        }
    }
}

impl io::Write for EscapingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.out
                .write_all(escaped_as(chunk.valid(), self.notation).as_bytes())?;
            if !chunk.invalid().is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns a text with control characters as Python's `repr` writes them; tabs and line feeds stay.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_as(text, Notation::Text)
}

/// Returns whether a terminal or a browser could act on a character instead of showing it: a control character other than a
/// tab and a line feed, or one that changes the direction of the text after it.
pub fn is_control(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

fn escaped_as(text: &str, notation: Notation) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a string does not fail.
        let _ = match (u32::from(c), notation) {
            _ if !is_control(c) => out.write_char(c),
            (0x0d, Notation::Text) => out.write_str("\\r"),
            (code @ ..=0xff, Notation::Text) => write!(out, "\\x{code:02x}"),
            (code, _) => write!(out, "\\u{code:04x}"),
        };
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn written(paint: Paint, notation: Notation) -> String {
        let mut out = Vec::new();
        let mut writer = EscapingWriter::new(&mut out, paint, notation);
        write!(writer, "\x1b[2J\tü\u{9b}\r\n: ").unwrap();
        writer.painted("1;31", "\u{202e}error\x1b[0m").unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_are_escaped_and_own_colors_are_not() {
        assert_eq!(
            written(Paint::Plain, Notation::Text),
            "\\x1b[2J\tü\\x9b\\r\n: \\u202eerror\\x1b[0m"
        );
        assert_eq!(
            written(Paint::Ansi, Notation::Text),
            "\\x1b[2J\tü\\x9b\\r\n: \x1b[1;31m\\u202eerror\\x1b[0m\x1b[0m"
        );
        assert_eq!(
            written(Paint::Plain, Notation::Json),
            "\\u001b[2J\tü\\u009b\\u000d\n: \\u202eerror\\u001b[0m"
        );
    }
}
