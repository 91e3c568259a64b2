//! The words and the text of a pack.

use std::borrow::Cow;

use super::error::PackError;
use super::layout::{HEADER, KEYWORDS, MAGIC, PREFIX, ROOT, STRINGS, VERSION, Words};
use crate::keyword;

/// A hash-consed JSON document.
pub struct Pack {
    words: Cow<'static, [u8]>,
    text: Cow<'static, str>,
    strings: usize,
    pub(super) root: u32,
}

impl Pack {
    /// Creates a pack from its two parts. Only validates the header; the rest is read on access.
    pub fn new(words: impl Into<Cow<'static, [u8]>>, text: impl Into<Cow<'static, str>>) -> Result<Pack, PackError> {
        let pack = Pack::of_any_keywords(words, text)?;
        if pack.keywords() != keyword::ALL.len() {
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
        let mut pack = Pack { words: words.into(), text: text.into(), strings: 0, root: 0 };
        if pack.header(0) != MAGIC {
            return Err(PackError::NotAPack("missing header"));
        }
        if pack.header(1) != VERSION {
            return Err(PackError::NotAPack("different format version"));
        }
        (pack.strings, pack.root) = (pack.header(STRINGS) as usize, pack.header(ROOT));
        match pack.string_start(pack.strings) {
            Some((end, false)) if end == pack.text.len() => Ok(pack),
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

    /// Returns the number of keywords of the program that wrote the pack.
    pub fn keywords(&self) -> usize {
        self.header(KEYWORDS) as usize
    }

    /// Returns the text of a symbol; empty for an unknown symbol.
    #[inline]
    pub fn string(&self, symbol: u32) -> &str {
        self.range(symbol).and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// Returns the text of a reference to the definition with a name: [`PREFIX`] and the name.
    pub(super) fn reference(&self, symbol: u32) -> &str {
        let range = self.range(symbol).and_then(|(start, end)| Some((start.checked_sub(PREFIX.len())?, end)));
        range.and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// Returns the byte range of a string: up to the line feed, or up to the prefix, of the next string.
    #[inline]
    fn range(&self, symbol: u32) -> Option<(usize, usize)> {
        let (start, _) = self.string_start(symbol as usize)?;
        let (next, prefixed) = self.string_start((symbol as usize).checked_add(1)?)?;
        Some((start, next.checked_sub(if prefixed { PREFIX.len() + 1 } else { 1 })?))
    }

    fn header(&self, index: usize) -> u32 {
        self.words.as_chunks::<4>().0.get(index).map_or(0, |word| u32::from_le_bytes(*word))
    }

    /// Returns the start of a string, and whether the prefix precedes it. The index after the last string gives the end
    /// of the text.
    #[inline]
    fn string_start(&self, symbol: usize) -> Option<(usize, bool)> {
        if symbol > self.strings {
            return None;
        }
        let word = u32::from_le_bytes(*self.words.as_chunks::<4>().0.get(HEADER.checked_add(symbol)?)?);
        Some(((word >> 1) as usize, word & 1 == 1))
    }

    /// Returns the words of the values, which follow the string table.
    #[inline]
    pub(super) fn nodes(&self) -> &Words {
        self.words.as_chunks::<4>().0.get(HEADER.saturating_add(self.strings).saturating_add(1)..).unwrap_or_default()
    }
}

/// The pack of `null`.
impl Default for Pack {
    fn default() -> Pack {
        Pack { words: Cow::Borrowed(&[]), text: Cow::Borrowed(""), strings: 0, root: 0 }
    }
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pack").field("words", &self.words.len()).field("text", &self.text.len()).finish()
    }
}
