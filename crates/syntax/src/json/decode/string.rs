//! JSON strings, a port of cfn-lint's `py_scanstring`.

use std::borrow::Cow;

use super::{DecodeError, Decoder, Result, repr};
use crate::text;

impl<'a> Decoder<'a> {
    /// Parses the string at the cursor and returns its text.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>> {
        let begin = self.index;
        self.step();
        let from = self.at;
        let mut run = from;
        let mut scratch: Option<String> = None;
        loop {
            let Some(c) = self.peek() else {
                return Err(self.located_error("Unterminated string starting at", begin));
            };
            match c {
                '"' => {
                    let rest = self.text.get(run..self.at).unwrap_or_default();
                    self.step();
                    return Ok(match scratch {
                        None => Cow::Borrowed(rest),
                        Some(mut text) => {
                            text.push_str(rest);
                            Cow::Owned(text)
                        }
                    });
                }
                '\\' => {
                    let text = scratch.get_or_insert_default();
                    text.push_str(self.text.get(run..self.at).unwrap_or_default());
                    self.step();
                    let meant = self.escape(begin)?;
                    scratch.get_or_insert_default().push(meant);
                    run = self.at;
                }
                '\0'..='\u{1f}' => {
                    self.step();
                    return Err(self.located_error(
                        text!("Invalid control character {} at", repr(c)),
                        self.index,
                    ));
                }
                _ => self.step(),
            }
        }
    }

    /// Parses the escape after a backslash and returns the character that it represents.
    fn escape(&mut self, begin: usize) -> Result<char> {
        let Some(c) = self.peek() else {
            return Err(self.located_error("Unterminated string starting at", begin));
        };
        let meant = match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.code(),
            _ => {
                return Err(self.located_error(text!("Invalid \\escape: {}", repr(c)), self.index));
            }
        };
        self.step();
        Ok(meant)
    }

    /// Parses `u00e9` or a surrogate pair. A lone surrogate, which Python keeps, becomes U+FFFD.
    fn code(&mut self) -> Result<char> {
        let high = self.digits().ok_or_else(|| self.bad_code())?;
        self.take_code();
        let pair = (0xD800..=0xDBFF).contains(&high)
            && self
                .text
                .get(self.at..)
                .is_some_and(|r| r.starts_with("\\u"));
        if !pair {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let (at, index) = (self.at, self.index);
        self.step();
        let low = self.digits().ok_or_else(|| self.bad_code())?;
        if (0xDC00..=0xDFFF).contains(&low) {
            self.take_code();
            let code = 0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00));
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        (self.at, self.index) = (at, index);
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn bad_code(&self) -> DecodeError {
        self.located_error("Invalid \\uXXXX escape", self.index)
    }

    /// Returns the value of the four hexadecimal digits after the `u` at the cursor.
    fn digits(&self) -> Option<u32> {
        let digits = self
            .text
            .get(self.at.checked_add(1)?..self.at.checked_add(5)?)?;
        // Python's `int` also accepts ` 12 `, `+123` and `1_23`.
        let clean = digits.trim();
        let clean = clean
            .strip_prefix('+')
            .unwrap_or(clean)
            .replacen('_', "", 1);
        let sensible = !clean.is_empty() && clean.bytes().all(|byte| byte.is_ascii_hexdigit());
        sensible.then(|| u32::from_str_radix(&clean, 16).ok())?
    }

    fn take_code(&mut self) {
        self.at += 5;
        self.index += 5;
    }
}
