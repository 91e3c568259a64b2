//! Search for delimiters in a text from left to right, in linear time for any number of searches.

/// The next occurrence of any of some characters in a text.
#[derive(Debug)]
pub struct DelimiterScanner<'t> {
    text: &'t str,
    delimiters: &'static [u8],
    next: Option<usize>,
    over: bool,
}

impl<'t> DelimiterScanner<'t> {
    /// Returns a scanner for these characters, which are ASCII.
    pub fn of(text: &'t str, delimiters: &'static [u8]) -> DelimiterScanner<'t> {
        DelimiterScanner {
            text,
            delimiters,
            next: None,
            over: false,
        }
    }

    /// Returns the first delimiter at or after an offset. Offsets must not decrease.
    pub fn from(&mut self, place: usize) -> Option<usize> {
        if self.over || self.next.is_some_and(|next| next >= place) {
            return self.next.filter(|_| !self.over);
        }
        let rest = self.text.as_bytes().get(place..).unwrap_or_default();
        let found = match *self.delimiters {
            [only] => rest.iter().position(|byte| *byte == only),
            [one, other] => rest.iter().position(|byte| *byte == one || *byte == other),
            // Not `contains`, which searches these few bytes with a function for long texts.
            ref all => rest
                .iter()
                .position(|byte| all.iter().any(|delimiter| delimiter == byte)),
        };
        self.next = found.map(|found| place.saturating_add(found));
        self.over = self.next.is_none();
        self.next
    }

    /// Whether the character at an offset is `character`.
    pub fn is(&self, place: usize, character: u8) -> bool {
        self.text.as_bytes().get(place) == Some(&character)
    }
}

#[cfg(test)]
mod tests {
    use super::DelimiterScanner;

    #[test]
    fn stops_are_found_from_the_left_to_the_right() {
        let mut delimiter_scanner = DelimiterScanner::of("a}b\nc", b"}\n");
        assert_eq!(
            (
                delimiter_scanner.from(0),
                delimiter_scanner.from(1),
                delimiter_scanner.from(2),
                delimiter_scanner.from(4)
            ),
            (Some(1), Some(1), Some(3), None)
        );
        assert_eq!(delimiter_scanner.from(5), None);
        assert!(delimiter_scanner.is(1, b'}') && !delimiter_scanner.is(3, b'}'));
    }
}
