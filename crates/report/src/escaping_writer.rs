//! A writer that escapes control characters: a document must not control the terminal or the log that shows a report about it.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use crate::Paint;
use crate::workflow_commands::LineState;
use cfn_warden_syntax::escape::{is_invisible, push_escaped};

/// What a format is, for the escapes in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// A text for people, which may be printed in the log of a CI system.
    Text,
    /// A page for a browser.
    Page,
    /// JSON, whose strings have escapes.
    Json,
}

/// What is escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// Every character that is not visible, and what would start a command in the log of a CI system.
    All,
    /// Control characters, as Python's `repr` writes them: for formats that have to be equal to cfn-lint's.
    Controls,
}

/// Writes a report. Only colors from [`EscapingWriter::painted`] contain control characters other than tabs and line feeds.
pub struct EscapingWriter<'w> {
    out: &'w mut dyn io::Write,
    paint: Paint,
    notation: Notation,
    escapes: Escapes,
    line: LineState,
}

impl<'w> EscapingWriter<'w> {
    /// Returns a writer to another one.
    pub fn new(
        out: &'w mut dyn io::Write,
        paint: Paint,
        notation: Notation,
        escapes: Escapes,
    ) -> EscapingWriter<'w> {
        EscapingWriter {
            out,
            paint,
            notation,
            escapes,
            line: LineState::default(),
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

    /// Writes the beginning of a workflow command of GitHub Actions: `::error `.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn command(&mut self, name: &'static str) -> io::Result<()> {
        self.line = LineState::inside();
        write!(self.out, "::{name} ")
    }

    fn escape<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        match self.escapes {
            Escapes::Controls => escape_controls(text, self.notation),
            Escapes::All => self.escape_all(text),
        }
    }

    fn escape_all<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let is_visible = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        // Keys of JSON have colons, but its lines start with other marks.
        let is_plain = match self.notation {
            Notation::Json => !self.line.has_hashes() && !text.contains('#'),
            Notation::Page => true,
            Notation::Text => self.line.add_plain(text),
        };
        if is_plain && text.bytes().all(is_visible) {
            return Cow::Borrowed(text);
        }
        self.escape_slowly(text)
    }

    fn escape_slowly<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let mut escaped: Option<String> = None;
        for (index, c) in text.char_indices() {
            let starts_command = self.notation != Notation::Page && self.line.starts_command(c);
            let is_escaped = is_invisible(c) && !matches!(c, '\n' | '\t');
            if !is_escaped && !starts_command {
                if let Some(escaped) = &mut escaped {
                    escaped.push(c);
                }
                continue;
            }
            let escaped = escaped.get_or_insert_with(|| {
                let mut escaped = String::with_capacity(text.len().saturating_mul(2));
                escaped.push_str(text.get(..index).unwrap_or_default());
                escaped
            });
            match (self.notation, starts_command) {
                // The reader of the JSON gets the character of a command, and the escape of one that is not visible.
                (Notation::Json, true) => {
                    let _ = write!(escaped, "\\u{:04x}", u32::from(c));
                }
                (Notation::Json, false) => {
                    escaped.push('\\');
                    push_escaped(escaped, c);
                }
                (_, true) => {
                    let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
                }
                (_, false) => push_escaped(escaped, c),
            }
        }
        escaped.map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

impl io::Write for EscapingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            let escaped = self.escape(chunk.valid());
            self.out.write_all(escaped.as_bytes())?;
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

/// Returns whether a terminal could act on a character instead of showing it: a control character other than a tab and a line
/// feed, or one that changes the direction of the text after it.
fn is_control(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

fn escape_controls(text: &str, notation: Notation) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a string does not fail.
        let _ = match (u32::from(c), notation) {
            _ if !is_control(c) => out.write_char(c),
            (code, Notation::Json) => write!(out, "\\u{code:04x}"),
            (0x0d, _) => out.write_str("\\r"),
            (code @ ..=0xff, _) => write!(out, "\\x{code:02x}"),
            (code, _) => write!(out, "\\u{code:04x}"),
        };
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn written(paint: Paint, notation: Notation, escapes: Escapes, text: &str) -> String {
        let mut out = Vec::new();
        let mut writer = EscapingWriter::new(&mut out, paint, notation, escapes);
        write!(writer, "{text}").unwrap();
        writer.painted("1;31", "\u{202e}error\x1b[0m").unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn characters_that_are_not_visible_are_escaped_and_own_colors_are_not() {
        let text = "\x1b[2J\tü\u{9b}\r\n\u{200b}\u{e0049}: ";
        let of = |paint, notation, escapes| written(paint, notation, escapes, text);
        assert_eq!(
            of(Paint::Plain, Notation::Text, Escapes::All),
            "\\u{1b}[2J\tü\\u{9b}\\r\n\\u{200b}\\u{e0049}: \\u{202e}error\\u{1b}[0m"
        );
        assert_eq!(
            of(Paint::Ansi, Notation::Text, Escapes::Controls),
            "\\x1b[2J\tü\\x9b\\r\n\u{200b}\u{e0049}: \x1b[1;31m\\u202eerror\\x1b[0m\x1b[0m"
        );
        assert_eq!(
            of(Paint::Plain, Notation::Json, Escapes::Controls),
            "\\u001b[2J\tü\\u009b\\u000d\n\u{200b}\u{e0049}: \\u202eerror\\u001b[0m"
        );
        let json = of(Paint::Plain, Notation::Json, Escapes::All).replace(['\t', '\n'], "");
        let decoded: String = serde_json::from_str(&format!("\"{json}\"")).unwrap();
        assert_eq!(
            decoded,
            "\\u{1b}[2Jü\\u{9b}\\r\\u{200b}\\u{e0049}: \\u{202e}error\\u{1b}[0m"
        );
    }

    #[test]
    fn no_line_starts_a_command() {
        let text = "::a\n  ::b::\nc ::d ##[e] ###vso[f]\n:: # #[";
        assert_eq!(
            written(Paint::Plain, Notation::Text, Escapes::All, text),
            ":\\u{3a}a\n  :\\u{3a}b::\nc ::d ##\\u{5b}e] ###vso\\u{5b}f]\n:\\u{3a} # #[\\u{202e}error\\u{1b}[0m"
        );
        let mut out = Vec::new();
        let mut writer = EscapingWriter::new(&mut out, Paint::Plain, Notation::Text, Escapes::All);
        // In parts, as formats write them.
        for part in ["a\n", ":", ":", "x#", "#", "[y]\n"] {
            write!(writer, "{part}").unwrap();
        }
        writer.command("error").unwrap();
        write!(writer, "file=a::b").unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "a\n:\\u{3a}x##\\u{5b}y]\n::error file=a::b"
        );
        assert_eq!(
            written(Paint::Plain, Notation::Json, Escapes::All, "\"##[a]\""),
            "\"##\\u005ba]\"\\\\u{202e}error\\\\u{1b}[0m"
        );
    }
}
