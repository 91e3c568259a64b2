//! Literal and folded block scalars.

use super::Scanner;
use crate::yaml::error::YamlError;
use crate::yaml::mark::Mark;
use crate::yaml::token::{ScalarStyle, Token, TokenKind};

const CONTEXT: &str = "while scanning a block scalar";

/// The treatment of trailing line breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Clip,
    Strip,
    ArenaValue,
}

impl<'a> Scanner<'a> {
    pub fn scan_block_scalar(&mut self, literal: bool) -> Result<Token<'a>, YamlError> {
        let start = self.cursor.mark();
        let (chomping, increment) = self.block_header(start)?;
        let mut end = self.cursor.mark();
        self.scratch.clear();
        self.breaks.clear();
        // 0 means that the first line determines the indentation.
        let mut indent = match increment {
            0 => 0,
            _ => self.indent.max(0).saturating_add(increment),
        };
        self.block_breaks(&mut indent, start, &mut end)?;
        self.cursor.need(1)?;
        let (mut leading_break, mut leading_blank) = ("", false);
        while i64::try_from(self.cursor.column()) == Ok(indent) && !self.cursor.is_end() {
            let blank = self.cursor.is_blank(0);
            if !literal && leading_break == "\n" && !leading_blank && !blank {
                if self.breaks.is_empty() {
                    self.scratch.push(' ');
                }
            } else {
                self.scratch.push_str(leading_break);
            }
            self.scratch.push_str(&self.breaks);
            self.breaks.clear();
            leading_blank = blank;
            let from = self.cursor.at;
            while !self.cursor.is_breakz(0) {
                self.cursor.skip();
                self.cursor
                    .skip_while(|byte| matches!(byte, b'\t' | b' '..=b'~'));
                self.cursor.need(1)?;
            }
            self.scratch
                .push_str(self.cursor.slice(from, self.cursor.at));
            self.cursor.need(2)?;
            leading_break = self.cursor.read_line();
            self.block_breaks(&mut indent, start, &mut end)?;
        }
        if chomping != Chomping::Strip {
            self.scratch.push_str(leading_break);
        }
        if chomping == Chomping::ArenaValue {
            self.scratch.push_str(&self.breaks);
        }
        let value = self.arena.alloc_str(&self.scratch);
        let style = if literal {
            ScalarStyle::Literal
        } else {
            ScalarStyle::Folded
        };
        Ok(Token {
            kind: TokenKind::Scalar { value, style },
            start,
            end,
        })
    }

    /// Parses the indicators after `|` or `>` up to the end of the line: chomping and indentation.
    fn block_header(&mut self, start: Mark) -> Result<(Chomping, i64), YamlError> {
        let (mut chomping, mut increment) = (Chomping::Clip, 0);
        self.cursor.skip_ascii(1);
        self.cursor.need(1)?;
        if let Some(found) = self.chomping() {
            chomping = found;
            self.cursor.need(1)?;
            increment = self.indentation(start)?;
        } else if self.cursor.byte(0).is_ascii_digit() {
            increment = self.indentation(start)?;
            self.cursor.need(1)?;
            chomping = self.chomping().unwrap_or(Chomping::Clip);
        }
        self.cursor.need(1)?;
        while self.cursor.is_blank(0) {
            self.cursor.skip_ascii(1);
            self.cursor.need(1)?;
        }
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
        Ok((chomping, increment))
    }

    fn chomping(&mut self) -> Option<Chomping> {
        let found = match self.cursor.byte(0) {
            b'+' => Chomping::ArenaValue,
            b'-' => Chomping::Strip,
            _ => return None,
        };
        self.cursor.skip_ascii(1);
        Some(found)
    }

    fn indentation(&mut self, start: Mark) -> Result<i64, YamlError> {
        let digit = match self.cursor.byte(0) {
            b'0' => {
                return Err(self.error(
                    CONTEXT,
                    start,
                    "found an indentation indicator equal to 0",
                ));
            }
            digit @ b'1'..=b'9' => digit - b'0',
            _ => return Ok(0),
        };
        self.cursor.skip_ascii(1);
        Ok(i64::from(digit))
    }

    /// Skips indentation and empty lines, keeping their line breaks; detects the indentation if it is not set.
    fn block_breaks(
        &mut self,
        indent: &mut i64,
        start: Mark,
        end: &mut Mark,
    ) -> Result<(), YamlError> {
        let column = |scanner: &Self| i64::try_from(scanner.cursor.column()).unwrap_or(i64::MAX);
        let mut deepest = 0;
        *end = self.cursor.mark();
        loop {
            self.cursor.need(1)?;
            while (*indent == 0 || column(self) < *indent) && self.cursor.byte(0) == b' ' {
                self.cursor.skip_ascii(1);
                self.cursor.need(1)?;
            }
            deepest = deepest.max(column(self));
            if (*indent == 0 || column(self) < *indent) && self.cursor.byte(0) == b'\t' {
                let problem = "found a tab character where an indentation space is expected";
                return Err(self.error(CONTEXT, start, problem));
            }
            if !self.cursor.is_break(0) {
                break;
            }
            self.cursor.need(2)?;
            let read = self.cursor.read_line();
            self.breaks.push_str(read);
            *end = self.cursor.mark();
        }
        if *indent == 0 {
            *indent = deepest.max(self.indent.saturating_add(1)).max(1);
        }
        Ok(())
    }
}
