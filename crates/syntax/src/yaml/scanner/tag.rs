//! Anchors, aliases, tags and directives.

use super::Scanner;
use crate::yaml::error::YamlError;
use crate::yaml::mark::Mark;
use crate::yaml::token::{Token, TokenKind};

/// The context of a tag URI; errors in directives have different messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UriContext {
    Directive,
    Tag,
}

impl<'a> Scanner<'a> {
    /// Scans `&name`, or `*name` if `alias` is set.
    pub fn scan_anchor(&mut self, alias: bool) -> Result<Token<'a>, YamlError> {
        let start = self.cursor.mark();
        self.cursor.skip_ascii(1);
        let name = self.word()?;
        let end = self.cursor.mark();
        let ends = self.cursor.is_blankz(0)
            || matches!(
                self.cursor.byte(0),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !ends {
            let context = if alias {
                "while scanning an alias"
            } else {
                "while scanning an anchor"
            };
            return Err(self.error(
                context,
                start,
                "did not find expected alphabetic or numeric character",
            ));
        }
        let kind = if alias {
            TokenKind::Alias(name)
        } else {
            TokenKind::Anchor(name)
        };
        Ok(Token { kind, start, end })
    }

    /// Scans letters, digits, `_` and `-`.
    fn word(&mut self) -> Result<&'a str, YamlError> {
        let from = self.cursor.at;
        self.cursor.need(1)?;
        while self.cursor.is_alpha() {
            self.cursor.skip_ascii(1);
            self.cursor.need(1)?;
        }
        Ok(self.cursor.slice(from, self.cursor.at))
    }

    pub fn scan_tag(&mut self) -> Result<Token<'a>, YamlError> {
        const CONTEXT: &str = "while scanning a tag";
        let start = self.cursor.mark();
        self.cursor.need(2)?;
        let (handle, suffix) = if self.cursor.byte(1) == b'<' {
            self.cursor.skip_ascii(2);
            let suffix = self.uri(true, UriContext::Tag, "", start)?;
            if self.cursor.byte(0) != b'>' {
                return Err(self.error(CONTEXT, start, "did not find the expected '>'"));
            }
            self.cursor.skip_ascii(1);
            ("", suffix)
        } else {
            let handle = self.handle(UriContext::Tag, start)?;
            if handle.len() > 1 && handle.ends_with('!') {
                (handle, self.uri(false, UriContext::Tag, "", start)?)
            } else {
                match self.uri(false, UriContext::Tag, handle, start)? {
                    "" => ("", "!"),
                    suffix => ("!", suffix),
                }
            }
        };
        self.cursor.need(1)?;
        if !self.cursor.is_blankz(0) && (self.flow_level == 0 || self.cursor.byte(0) != b',') {
            return Err(self.error(
                CONTEXT,
                start,
                "did not find expected whitespace or line break",
            ));
        }
        Ok(Token {
            kind: TokenKind::Tag { handle, suffix },
            start,
            end: self.cursor.mark(),
        })
    }

    /// Scans a handle: `!`, `!!` or `!name!`; in a tag also the start of a local tag: `!name`.
    fn handle(&mut self, context_kind: UriContext, start: Mark) -> Result<&'a str, YamlError> {
        self.cursor.need(1)?;
        let from = self.cursor.at;
        if self.cursor.byte(0) != b'!' {
            let context = if context_kind == UriContext::Directive {
                "while scanning a tag directive"
            } else {
                "while scanning a tag"
            };
            return Err(self.error(context, start, "did not find expected '!'"));
        }
        self.cursor.skip_ascii(1);
        let word = self.word()?;
        if self.cursor.byte(0) == b'!' {
            self.cursor.skip_ascii(1);
        } else if context_kind == UriContext::Directive && !word.is_empty() {
            return Err(self.error(
                "while parsing a tag directive",
                start,
                "did not find expected '!'",
            ));
        }
        Ok(self.cursor.slice(from, self.cursor.at))
    }

    /// Scans the rest of a tag. `head` is a scanned handle that turned out to be part of the tag (all but its `!`).
    fn uri(
        &mut self,
        verbatim: bool,
        context_kind: UriContext,
        head: &'a str,
        start: Mark,
    ) -> Result<&'a str, YamlError> {
        let head_rest = head.get(1..).unwrap_or_default();
        let from = self.cursor.at.saturating_sub(head_rest.len());
        let mut octets: Option<Vec<u8>> = None;
        self.cursor.need(1)?;
        while is_uri(self.cursor.byte(0), verbatim) {
            if self.cursor.byte(0) == b'%' {
                let read = self.cursor.slice(from, self.cursor.at).as_bytes();
                let octets = octets.get_or_insert_with(|| read.to_vec());
                self.uri_escapes(context_kind, start, octets)?;
            } else {
                if let Some(octets) = &mut octets {
                    octets.push(self.cursor.byte(0));
                }
                self.cursor.skip_ascii(1);
            }
            self.cursor.need(1)?;
        }
        if self.cursor.at == from && head.is_empty() {
            return Err(self.error(
                uri_context(context_kind),
                start,
                "did not find expected tag URI",
            ));
        }
        match octets {
            None => Ok(self.cursor.slice(from, self.cursor.at)),
            Some(octets) => match std::str::from_utf8(&octets) {
                // PyYAML receives tags as C strings, which a NUL terminates.
                Ok(text) => Ok(self
                    .arena
                    .alloc_str(text.split('\0').next().unwrap_or_default())),
                Err(_) => Err(YamlError::TagEncoding),
            },
        }
    }

    /// Scans the escaped octets of one character, such as `%C3%A9`.
    fn uri_escapes(
        &mut self,
        context_kind: UriContext,
        start: Mark,
        octets: &mut Vec<u8>,
    ) -> Result<(), YamlError> {
        let mut left = 0;
        loop {
            self.cursor.need(3)?;
            let digit = |ahead| char::from(self.cursor.byte(ahead)).to_digit(16);
            let (b'%', Some(high), Some(low)) = (self.cursor.byte(0), digit(1), digit(2)) else {
                return Err(self.error(
                    uri_context(context_kind),
                    start,
                    "did not find URI escaped octet",
                ));
            };
            let octet = u8::try_from(high << 4 | low).unwrap_or_default();
            if left == 0 {
                left = match octet {
                    0..=0x7F => 1,
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0..=0xF7 => 4,
                    _ => {
                        let problem = "found an incorrect leading UTF-8 octet";
                        return Err(self.error(uri_context(context_kind), start, problem));
                    }
                };
            } else if octet & 0xC0 != 0x80 {
                let problem = "found an incorrect trailing UTF-8 octet";
                return Err(self.error(uri_context(context_kind), start, problem));
            }
            octets.push(octet);
            self.cursor.skip_ascii(3);
            left -= 1;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// Scans `%YAML 1.1` or `%TAG !e! tag:example.com,2000:` and the rest of the line.
    pub fn scan_directive(&mut self) -> Result<Token<'a>, YamlError> {
        const CONTEXT: &str = "while scanning a directive";
        let start = self.cursor.mark();
        self.cursor.skip_ascii(1);
        let name = self.word()?;
        if name.is_empty() {
            return Err(self.error(CONTEXT, start, "could not find expected directive name"));
        }
        if !self.cursor.is_blankz(0) {
            return Err(self.error(
                CONTEXT,
                start,
                "found unexpected non-alphabetical character",
            ));
        }
        let kind = match name {
            "YAML" => self.version(start)?,
            "TAG" => self.tag_directive(start)?,
            _ => return Err(self.error(CONTEXT, start, "found unknown directive name")),
        };
        let end = self.cursor.mark();
        self.cursor.need(1)?;
        self.skip_blanks()?;
        if self.cursor.byte(0) == b'#' {
            self.skip_comment()?;
        }
        if !self.cursor.is_breakz(0) {
            return Err(self.error(
                CONTEXT,
                start,
                "did not find expected comment or line break",
            ));
        }
        if self.cursor.is_break(0) {
            self.cursor.need(2)?;
            self.cursor.skip_line();
        }
        Ok(Token { kind, start, end })
    }

    fn skip_blanks(&mut self) -> Result<(), YamlError> {
        while self.cursor.is_blank(0) {
            self.cursor.skip_ascii(1);
            self.cursor.need(1)?;
        }
        Ok(())
    }

    fn version(&mut self, start: Mark) -> Result<TokenKind<'a>, YamlError> {
        self.cursor.need(1)?;
        self.skip_blanks()?;
        let major = self.version_number(start)?;
        if self.cursor.byte(0) != b'.' {
            let problem = "did not find expected digit or '.' character";
            return Err(self.error("while scanning a %YAML directive", start, problem));
        }
        self.cursor.skip_ascii(1);
        let minor = self.version_number(start)?;
        Ok(TokenKind::VersionDirective { major, minor })
    }

    fn version_number(&mut self, start: Mark) -> Result<u32, YamlError> {
        const CONTEXT: &str = "while scanning a %YAML directive";
        let (mut number, mut length) = (0_u32, 0);
        self.cursor.need(1)?;
        while self.cursor.byte(0).is_ascii_digit() {
            length += 1;
            if length > 9 {
                return Err(self.error(CONTEXT, start, "found extremely long version number"));
            }
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(self.cursor.byte(0) - b'0'));
            self.cursor.skip_ascii(1);
            self.cursor.need(1)?;
        }
        if length == 0 {
            return Err(self.error(CONTEXT, start, "did not find expected version number"));
        }
        Ok(number)
    }

    fn tag_directive(&mut self, start: Mark) -> Result<TokenKind<'a>, YamlError> {
        const CONTEXT: &str = "while scanning a %TAG directive";
        self.cursor.need(1)?;
        self.skip_blanks()?;
        let handle = self.handle(UriContext::Directive, start)?;
        self.cursor.need(1)?;
        if !self.cursor.is_blank(0) {
            return Err(self.error(CONTEXT, start, "did not find expected whitespace"));
        }
        self.skip_blanks()?;
        let prefix = self.uri(true, UriContext::Directive, "", start)?;
        self.cursor.need(1)?;
        if !self.cursor.is_blankz(0) {
            return Err(self.error(
                CONTEXT,
                start,
                "did not find expected whitespace or line break",
            ));
        }
        Ok(TokenKind::TagDirective { handle, prefix })
    }
}

fn uri_context(context_kind: UriContext) -> &'static str {
    if context_kind == UriContext::Directive {
        "while parsing a %TAG directive"
    } else {
        "while parsing a tag"
    }
}

/// Whether a URI may contain a byte; `,`, `[` and `]` only if `verbatim`, because they can end a flow collection.
fn is_uri(byte: u8, verbatim: bool) -> bool {
    match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-' => true,
        b';' | b'/' | b'?' | b':' | b'@' | b'&' | b'=' | b'+' | b'$' | b'.' | b'%' | b'!'
        | b'~' | b'*' | b'\'' | b'(' | b')' => true,
        b',' | b'[' | b']' => verbatim,
        _ => false,
    }
}
