//! Literal and folded block scalars.

use super::Reader;
use super::bytes::spaces;
use super::scalar::Scalar;
use crate::tree::Style;
use crate::{Position, Span};

/// The treatment of trailing line breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Clip,
    Strip,
    Keep,
}

impl<'a> Reader<'a> {
    /// Reads the block scalar at the cursor and skips to the text of the line after it. `above` is the column of the block
    /// collection around it.
    pub(super) fn block_scalar(&mut self, above: u32) -> Option<Scalar<'a>> {
        let start = self.position();
        let literal = self.byte() == b'|';
        let (chomping, increment) = self.block_header()?;
        // 0 means that the first line determines the indentation.
        let mut indent = if increment == 0 {
            0
        } else {
            above.max(1) + increment
        };
        self.scratch.clear();
        let (mut breaks, mut end) = self.block_breaks(&mut indent, above)?;
        let (mut leading_break, mut leading_blank) = (false, false);
        while self.column() == indent && !self.is_end() {
            let blank = matches!(self.byte(), b' ' | b'\t');
            if literal || !leading_break || leading_blank || blank {
                breaks += usize::from(leading_break);
            } else if breaks == 0 {
                self.scratch.push(' ');
            }
            self.push_breaks(breaks);
            leading_blank = blank;
            let line = self.at;
            self.skip_line()?;
            let line = self.since(line)?;
            self.scratch.push_str(line);
            leading_break = self.byte() == b'\n';
            if leading_break {
                self.new_line();
            }
            (breaks, end) = self.block_breaks(&mut indent, above)?;
        }
        let kept = match chomping {
            Chomping::Strip => 0,
            Chomping::Clip => usize::from(leading_break),
            Chomping::Keep => usize::from(leading_break) + breaks,
        };
        self.push_breaks(kept);
        let text = self.build.arena.alloc_str(&self.scratch);
        Some(Scalar {
            text,
            span: Span { start, end },
            style: Style::Quoted,
        })
    }

    /// Reads the indicators after `|` or `>` and skips to the next line: chomping and indentation.
    fn block_header(&mut self) -> Option<(Chomping, u32)> {
        self.at += 1;
        let first = self.chomping();
        let increment = match self.byte() {
            digit @ b'1'..=b'9' => u32::from(digit - b'0'),
            _ => 0,
        };
        self.at += usize::from(increment > 0);
        let chomping = first.or_else(|| self.chomping()).unwrap_or(Chomping::Clip);
        self.skip_blanks();
        if self.byte() == b'#' {
            self.skip_line()?;
        }
        if self.byte() == b'\n' {
            self.new_line();
            return Some((chomping, increment));
        }
        self.is_end().then_some((chomping, increment))
    }

    fn chomping(&mut self) -> Option<Chomping> {
        let found = match self.byte() {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return None,
        };
        self.at += 1;
        Some(found)
    }

    /// Skips indentation and empty lines; detects the indentation if it is 0. Returns the number of empty lines and the
    /// start of the line that was reached.
    fn block_breaks(&mut self, indent: &mut u32, above: u32) -> Option<(usize, Position)> {
        let (mut breaks, mut deepest, mut end) = (0, 0, self.position());
        loop {
            let most = if *indent == 0 { u32::MAX } else { *indent };
            self.at += spaces(self.rest()).min(most.saturating_sub(self.column()) as usize);
            let column = self.column();
            deepest = deepest.max(column);
            match self.byte() {
                b'\t' if column < most => return None,
                b'\n' => {
                    self.new_line();
                    breaks += 1;
                    end = self.position();
                }
                _ => break,
            }
        }
        if *indent == 0 {
            *indent = deepest.max(above + 1).max(2);
        }
        Some((breaks, end))
    }
}
