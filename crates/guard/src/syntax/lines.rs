//! Lines and columns of a text, looked up almost in order: only the line feeds between two offsets are counted.

use cfn_warden_syntax::{Position, character_count};
use memchr::{memchr_iter, memrchr};

/// The place of the last offset looked up.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    at: usize,
    /// The number of line feeds before it.
    line: usize,
    /// The offset of the first byte of its line.
    start: usize,
    /// The number of characters before it in its line.
    column: usize,
}

impl<'t> Lines<'t> {
    /// Starts at the beginning of a text.
    pub fn of(text: &'t str) -> Lines<'t> {
        Lines {
            text,
            at: 0,
            line: 0,
            start: 0,
            column: 0,
        }
    }

    /// Returns the position of an offset; offsets beyond the end are treated as the end.
    pub fn position(&mut self, offset: usize) -> Position {
        self.move_to(offset);
        position(self.line, self.column)
    }

    /// Returns the position of an offset, with the column counted in bytes.
    pub fn byte_position(&mut self, offset: usize) -> Position {
        self.move_to(offset);
        position(self.line, self.at.saturating_sub(self.start))
    }

    /// Returns the line that contains an offset, without its line break.
    pub fn line_text(&mut self, offset: usize) -> &'t str {
        self.move_to(offset);
        self.text
            .get(self.start..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default()
    }

    fn move_to(&mut self, offset: usize) {
        let offset = offset.min(self.text.len());
        let (first, last) = (offset.min(self.at), offset.max(self.at));
        let between = self.between(first, last);
        let line_feeds = memchr_iter(b'\n', between).count();
        let forward = offset >= self.at;
        let moved = |from: usize, by: usize| {
            if forward {
                from.saturating_add(by)
            } else {
                from.saturating_sub(by)
            }
        };
        self.at = offset;
        if line_feeds == 0 {
            self.column = moved(self.column, character_count(between));
            return;
        }
        self.line = moved(self.line, line_feeds);
        self.start = memrchr(b'\n', self.between(0, offset)).map_or(0, |at| at.saturating_add(1));
        self.column = character_count(self.between(self.start, offset));
    }

    fn between(&self, start: usize, end: usize) -> &'t [u8] {
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }
}

/// Returns a position from counts of what is before it.
fn position(lines: usize, columns: usize) -> Position {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    Position {
        line: number(lines),
        column: number(columns),
    }
}

#[cfg(test)]
mod tests {
    use cfn_warden_syntax::LineIndex;

    use super::*;

    #[test]
    fn positions_in_any_order_are_those_of_an_index() {
        for text in ["", "\n", "a\n\nb\r\n", "é\u{20ac}x\n\u{1F600}y\n\nlast"] {
            let index = LineIndex::new(text);
            let mut lines = Lines::of(text);
            let ends =
                || (0..=text.len() + 1).filter(|at| text.is_char_boundary(*at) || *at > text.len());
            for (from, to) in ends().flat_map(|from| ends().map(move |to| (from, to))) {
                for at in [from, to] {
                    assert_eq!(
                        lines.position(at),
                        index.position(at),
                        "{text:?} {from} {to}"
                    );
                }
                assert_eq!(lines.byte_position(to).line, index.position(to).line);
                assert_eq!(
                    lines.line_text(from),
                    index.line_text(from),
                    "{text:?} {to} {from}"
                );
            }
        }
        assert_eq!(
            Lines::of("a\n\u{20ac}b").byte_position(5),
            Position { line: 2, column: 4 }
        );
    }
}
