//! Token dispatch: selects the token that starts at a character, and opens and closes collections.

use super::{Scanner, SimpleKey};
use crate::yaml::error::YamlError;
use crate::yaml::token::{Token, TokenKind};

impl<'a> Scanner<'a> {
    pub(super) fn fetch(&mut self) -> Result<(), YamlError> {
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
                b'-' if self.cursor.at_indicator(b'-') => {
                    return self.fetch_indicator(TokenKind::DocumentStart);
                }
                b'.' if self.cursor.at_indicator(b'.') => {
                    return self.fetch_indicator(TokenKind::DocumentEnd);
                }
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
            b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b' ' | b'\t' => {
                Err(self.stray())
            }
            _ if self.cursor.is_break(0) => Err(self.stray()),
            _ => self.fetch_one(Self::scan_plain),
        }
    }

    fn stray(&self) -> YamlError {
        self.error(
            "while scanning for the next token",
            self.cursor.mark(),
            "found character that cannot start any token",
        )
    }

    fn fetch_stream_end(&mut self) -> Result<(), YamlError> {
        if self.cursor.column() != 0 {
            self.cursor.break_line();
        }
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.push(TokenKind::StreamEnd, self.cursor.mark());
        Ok(())
    }

    fn fetch_directive(&mut self) -> Result<(), YamlError> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let token = self.scan_directive()?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn fetch_indicator(&mut self, kind: TokenKind<'a>) -> Result<(), YamlError> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        self.cursor.skip_ascii(3);
        self.push(kind, start);
        Ok(())
    }

    /// Adds a token of one character.
    fn fetch_character(&mut self, kind: TokenKind<'a>) -> Result<(), YamlError> {
        let start = self.cursor.mark();
        self.cursor.skip_ascii(1);
        self.push(kind, start);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'a>) -> Result<(), YamlError> {
        self.save_simple_key()?;
        self.simple_keys.push(SimpleKey::default());
        self.flow_level += 1;
        self.simple_key_allowed = true;
        self.fetch_character(kind)
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'a>) -> Result<(), YamlError> {
        self.remove_simple_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.simple_keys.pop();
            self.impossible = self.impossible.min(self.simple_keys.len());
        }
        self.simple_key_allowed = false;
        self.fetch_character(kind)
    }

    fn fetch_flow_entry(&mut self) -> Result<(), YamlError> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_character(TokenKind::FlowEntry)
    }

    fn fetch_block_entry(&mut self) -> Result<(), YamlError> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(
                    self.fault_here("block sequence entries are not allowed in this context")
                );
            }
            self.roll_indent(self.cursor.mark(), None, TokenKind::BlockSequenceStart);
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.fetch_character(TokenKind::BlockEntry)
    }

    fn fetch_key(&mut self) -> Result<(), YamlError> {
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

    fn fetch_value(&mut self) -> Result<(), YamlError> {
        let key = self.simple_keys.last().copied().unwrap_or_default();
        if key.possible {
            self.insert(
                key.token,
                Token {
                    kind: TokenKind::Key,
                    start: key.mark,
                    end: key.mark,
                },
            );
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

    /// Adds a token that may start a key.
    fn fetch_one(
        &mut self,
        scan: impl FnOnce(&mut Self) -> Result<Token<'a>, YamlError>,
    ) -> Result<(), YamlError> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let token = scan(self)?;
        self.tokens.push_back(token);
        Ok(())
    }
}
