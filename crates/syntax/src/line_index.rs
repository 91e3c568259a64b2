//! Lines and columns of a text in which only line feeds end lines.

use crate::Position;
use crate::characters::Characters;

/// An index that converts byte offsets to positions.
#[derive(Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// The offsets of the first byte of each line.
    lines: Vec<usize>,
    characters: Characters<'t>,
}

impl<'t> LineIndex<'t> {
    /// Indexes a text.
    pub fn new(text: &'t str) -> LineIndex<'t> {
        LineIndex {
            text,
            lines: lines(text.as_bytes()),
            characters: Characters::of(text),
        }
    }

    /// Returns the position of an offset; offsets beyond the end are treated as the end.
    pub fn position(&self, offset: usize) -> Position {
        let (line, start) = self.line(offset);
        let column = self
            .characters
            .before(offset)
            .saturating_sub(self.characters.before(start));
        Position {
            line: narrow(line),
            column: narrow(column.saturating_add(1)),
        }
    }

    /// Returns the position of an offset, with the column counted in bytes.
    pub fn byte_position(&self, offset: usize) -> Position {
        let (line, start) = self.line(offset);
        Position {
            line: narrow(line),
            column: narrow(offset.saturating_sub(start).saturating_add(1)),
        }
    }

    /// Returns the line that contains an offset, without its line break.
    pub fn line_text(&self, offset: usize) -> &'t str {
        let (_, start) = self.line(offset);
        let rest = self.text.get(start..).unwrap_or_default();
        rest.lines().next().unwrap_or_default()
    }

    /// Returns the 1-based line number of an offset and the offset of the line's first byte.
    fn line(&self, offset: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= offset);
        (
            line,
            line.checked_sub(1)
                .and_then(|at| self.lines.get(at))
                .copied()
                .unwrap_or(0),
        )
    }
}

/// Returns the offset of the first byte of each line, testing 16 bytes at a time: most lines are too short for a search with
/// larger steps.
fn lines(bytes: &[u8]) -> Vec<usize> {
    let mut lines = Vec::with_capacity(bytes.len() / 24 + 1);
    lines.push(0);
    let (chunks, rest) = bytes.as_chunks::<16>();
    for (chunk, at) in chunks.iter().zip(0..) {
        // Without branches, the compiler tests all bytes at once.
        if chunk
            .iter()
            .fold(0, |any, byte| any | u8::from(*byte == b'\n'))
            == 0
        {
            continue;
        }
        for (word, start) in chunk.as_chunks::<8>().0.iter().zip([1, 9]) {
            let mut found = line_feeds(u64::from_le_bytes(*word));
            while found != 0 {
                lines.push(at * 16 + start + (found.trailing_zeros() / 8) as usize);
                found &= found.wrapping_sub(1);
            }
        }
    }
    let start = chunks.len() * 16 + 1;
    lines.extend(
        rest.iter()
            .zip(start..)
            .filter(|(byte, _)| **byte == b'\n')
            .map(|(_, start)| start),
    );
    lines
}

/// Returns a word with the highest bit set of each byte that is a line feed.
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>
fn line_feeds(word: u64) -> u64 {
    const FEEDS: u64 = u64::from_le_bytes([b'\n'; 8]);
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let other = word ^ FEEDS;
    !((other & LOW).wrapping_add(LOW) | other | LOW)
}

/// Converts a number to 32 bits; larger numbers saturate.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = format!("a\n{}x\r\n\u{e9}y", "\u{20ac}".repeat(300));
        let lines = LineIndex::new(&text);
        let at = |needle: &str| lines.position(text.find(needle).unwrap());
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(1), Position { line: 1, column: 2 });
        assert_eq!(
            at("x"),
            Position {
                line: 2,
                column: 301
            }
        );
        assert_eq!(at("y"), Position { line: 3, column: 2 });
        assert_eq!(
            lines.byte_position(text.find('y').unwrap()),
            Position { line: 3, column: 3 }
        );
        assert_eq!(lines.position(usize::MAX), Position { line: 3, column: 3 });
        assert_eq!(lines.line_text(text.find('y').unwrap()), "\u{e9}y");
    }

    #[test]
    fn lines_start_after_line_breaks() {
        for text in [
            "",
            "\n",
            "a\n\n\nb",
            "\n\u{b}\n\u{8a}\u{10a}\n",
            "0123456\n\n0123456\n01234567\n\n\n\n\n\n\n\n\nx",
        ] {
            let expected: Vec<usize> = std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect();
            assert_eq!(lines(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn ascii_text_has_byte_columns() {
        let lines = LineIndex::new("ab\ncd\n");
        assert_eq!(lines.position(4), Position { line: 2, column: 2 });
        assert_eq!(lines.position(6), Position { line: 3, column: 1 });
        assert_eq!(lines.line_text(6), "");
    }
}
