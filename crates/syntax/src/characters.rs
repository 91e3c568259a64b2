//! Converts between bytes and characters of a text in constant time, also in one long line.

/// The distance in bytes between cached counts, for texts that are not ASCII.
const STRIDE: usize = 256;

/// The characters of a text.
#[derive(Debug)]
pub struct Characters<'t> {
    text: &'t str,
    /// The number of characters before every `STRIDE`th byte; empty if the text is ASCII.
    counts: Vec<usize>,
}

impl<'t> Characters<'t> {
    /// Counts the characters of a text.
    pub fn of(text: &'t str) -> Characters<'t> {
        if text.is_ascii() {
            return Characters {
                text,
                counts: Vec::new(),
            };
        }
        let counts = text.as_bytes().chunks(STRIDE).scan(0, |before, chunk| {
            let count = *before;
            *before += character_count(chunk);
            Some(count)
        });
        Characters {
            text,
            counts: counts.collect(),
        }
    }

    /// Returns the number of characters before an offset; offsets beyond the end are treated as the end.
    pub fn before(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let block = offset / STRIDE;
        match self.counts.get(block) {
            Some(before) => {
                before
                    + self
                        .text
                        .as_bytes()
                        .get(block * STRIDE..offset)
                        .map_or(0, character_count)
            }
            None if self.counts.is_empty() => offset,
            // The end of a text whose length is a multiple of the stride.
            None => character_count(self.text.as_bytes()),
        }
    }

    /// Returns the offset after this number of characters; `None` if the text has fewer.
    pub fn offset(&self, count: usize) -> Option<usize> {
        if self.counts.is_empty() {
            return (count <= self.text.len()).then_some(count);
        }
        let block = self
            .counts
            .partition_point(|before| *before <= count)
            .checked_sub(1)?;
        let start = block * STRIDE;
        let mut left = count - self.counts.get(block)?;
        let rest = self.text.as_bytes().get(start..)?;
        for (at, byte) in rest.iter().enumerate() {
            if byte & 0xC0 == 0x80 {
                continue;
            }
            if left == 0 {
                return Some(start + at);
            }
            left -= 1;
        }
        (left == 0).then_some(self.text.len())
    }
}

/// Returns the number of characters that start in some bytes.
pub fn character_count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_offsets_are_those_of_the_characters() {
        let long = "aé😀\n".repeat(200);
        for text in [
            "",
            "ascii only",
            "é",
            long.as_str(),
            &"x".repeat(STRIDE),
            &"é".repeat(STRIDE / 2),
        ] {
            let characters = Characters::of(text);
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for (count, at) in ends.enumerate() {
                assert_eq!(characters.before(at), count, "{text:?}");
                assert_eq!(characters.offset(count), Some(at), "{text:?}");
            }
            assert_eq!(
                characters.offset(text.chars().count() + 1),
                None,
                "{text:?}"
            );
            assert_eq!(
                characters.before(usize::MAX),
                text.chars().count(),
                "{text:?}"
            );
        }
    }
}
