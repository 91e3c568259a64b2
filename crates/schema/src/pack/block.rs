//! The words and the text of a pack.

use std::borrow::Cow;

use super::error::PackError;
use super::layout::{HEADER, KEYWORDS, MAGIC, ROOT, STRINGS, VERSION, WIDTH, Words, number};
use super::references::References;
use crate::keyword;

/// A hash-consed JSON document.
pub struct Pack {
    words: Cow<'static, [u8]>,
    text: Cow<'static, str>,
    strings: usize,
    references: References,
    pub(super) root: u32,
}

impl Pack {
    /// Creates a pack from its two parts. Only validates the header; the rest is read on access.
    pub fn new(words: impl Into<Cow<'static, [u8]>>, text: impl Into<Cow<'static, str>>) -> Result<Pack, PackError> {
        let pack = Pack::of_any_keywords(words, text)?;
        if pack.header(KEYWORDS) as usize != keyword::ALL.len() {
            return Err(PackError::NotAPack("different keyword list"));
        }
        Ok(pack)
    }

    /// Like [`Pack::new`], for a pack that was written with another keyword list: it can be copied, but symbols do not
    /// match.
    pub fn of_any_keywords(
        words: impl Into<Cow<'static, [u8]>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Result<Pack, PackError> {
        let mut pack = Pack { words: words.into(), text: text.into(), strings: 0, references: References::default(), root: 0 };
        if pack.header(0) != MAGIC {
            return Err(PackError::NotAPack("missing header"));
        }
        if pack.header(1) != VERSION {
            return Err(PackError::NotAPack("different format version"));
        }
        (pack.strings, pack.root) = (pack.header(STRINGS) as usize, pack.header(ROOT));
        match pack.string_start(pack.strings) {
            Some(end) if end == pack.text.len() => Ok(pack),
            _ => Err(PackError::NotAPack("strings of another pack")),
        }
    }

    /// Returns the two parts that [`Pack::new`] takes: the words, and the text of the strings.
    pub fn parts(&self) -> (&[u8], &str) {
        (&self.words, &self.text)
    }

    /// Returns the number of distinct strings.
    pub fn strings(&self) -> usize {
        self.strings
    }

    /// Returns the text of a symbol; empty for an unknown symbol.
    #[inline]
    pub fn string(&self, symbol: u32) -> &str {
        self.range(symbol).and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// Returns the text of a reference to the definition with a name.
    pub(super) fn reference(&self, symbol: u32) -> &str {
        self.references.text(symbol, self.strings, self.string(symbol)).unwrap_or_default()
    }

    /// Returns the byte range of a string: up to the line feed before the next string.
    #[inline]
    fn range(&self, symbol: u32) -> Option<(usize, usize)> {
        let start = self.string_start(symbol as usize)?;
        let next = self.string_start((symbol as usize).checked_add(1)?)?;
        Some((start, next.checked_sub(1)?))
    }

    fn header(&self, index: usize) -> u32 {
        self.word(index).unwrap_or(0)
    }

    /// Returns the start of a string. The index after the last string gives the end of the text.
    #[inline]
    fn string_start(&self, symbol: usize) -> Option<usize> {
        if symbol > self.strings {
            return None;
        }
        Some(self.word(HEADER.checked_add(symbol)?)? as usize)
    }

    #[inline]
    fn word(&self, index: usize) -> Option<u32> {
        self.words.get(index.checked_mul(WIDTH)?..)?.first_chunk().map(|word| number(*word))
    }

    /// Returns the words of the values, which follow the string table, from an index.
    #[inline]
    pub(super) fn nodes(&self, index: u32) -> Option<&Words> {
        let before = HEADER.checked_add(self.strings)?.checked_add(1)?.checked_add(index as usize)?;
        Some(self.words.get(before.checked_mul(WIDTH)?..)?.as_chunks().0)
    }
}

/// The pack of `null`.
impl Default for Pack {
    fn default() -> Pack {
        Pack { words: Cow::Borrowed(&[]), text: Cow::Borrowed(""), strings: 0, references: References::default(), root: 0 }
    }
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pack").field("words", &self.words.len()).field("text", &self.text.len()).finish()
    }
}
