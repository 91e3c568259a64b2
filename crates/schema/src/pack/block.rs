//! The words and the text of a pack.

use std::borrow::Cow;

use super::error::PackError;
use super::layout::{BLOCK, ESCAPE, HEADER, KEYWORDS, LONG, MAGIC, ROOT, STRINGS, TEXT, VERSION, WIDTH, number};
use super::part::Part;
use super::references::References;
use crate::keyword;

/// A hash-consed JSON document.
pub struct Pack {
    words: Part<[u8]>,
    text: Part<str>,
    strings: usize,
    /// The index of the first word of the long strings' table.
    long: usize,
    /// The index of the first word that contains lengths.
    lengths: usize,
    /// The index of the first word of a value.
    nodes: usize,
    references: References,
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
        let mut pack = Pack { words: words.into().into(), text: text.into().into(), ..Pack::default() };
        if pack.header(0) != MAGIC {
            return Err(PackError::NotAPack("missing header"));
        }
        if pack.header(1) != VERSION {
            return Err(PackError::NotAPack("different format version"));
        }
        if pack.header(TEXT) as usize != pack.text.len() {
            return Err(PackError::NotAPack("strings of another pack"));
        }
        (pack.strings, pack.root) = (pack.header(STRINGS) as usize, pack.header(ROOT));
        pack.long = HEADER + pack.strings.div_ceil(BLOCK);
        pack.lengths = pack.long + 2 * pack.header(LONG) as usize;
        pack.nodes = pack.lengths + pack.strings.div_ceil(WIDTH);
        if pack.after(pack.nodes).is_none() {
            return Err(PackError::NotAPack("strings are missing"));
        }
        Ok(pack)
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

    /// Returns the text of a reference to the definition with a name.
    pub(super) fn reference(&self, symbol: u32) -> &str {
        self.references.text(symbol, self.strings, self.string(symbol)).unwrap_or_default()
    }

    /// Returns the byte range of a string: it starts after those before it in its block, each with its line feed.
    #[inline]
    fn range(&self, symbol: u32) -> Option<(usize, usize)> {
        let symbol = symbol as usize;
        if symbol >= self.strings {
            return None;
        }
        let block = symbol / BLOCK;
        let base = number(*self.after(HEADER + block)?.first_chunk()?) as usize;
        let first = block * BLOCK;
        let lengths = self.after(self.lengths)?.get(first..)?;
        let (own, before) = lengths.get(..=symbol - first)?.split_last()?;
        let one_by_one = || before.iter().zip(first..).map(|(byte, symbol)| self.length(symbol, *byte)).sum();
        let sum = lengths.first_chunk().and_then(|lengths| sum_of_first(*lengths, before.len()));
        let start = base + sum.unwrap_or_else(one_by_one) + before.len();
        Some((start, start + self.length(symbol, *own)))
    }

    /// Returns whether a string has a length, without looking for its start.
    #[inline]
    pub(super) fn has_length(&self, symbol: u32, length: usize) -> bool {
        let symbol = symbol as usize;
        let byte = self.after(self.lengths).and_then(|lengths| lengths.get(symbol));
        byte.is_some_and(|byte| symbol < self.strings && self.length(symbol, *byte) == length)
    }

    #[inline]
    fn length(&self, symbol: usize, byte: u8) -> usize {
        match byte {
            ESCAPE => self.long_length(symbol),
            length => length.into(),
        }
    }

    /// Returns the length of a long string. Pairs of symbol and length are in the order of symbols.
    #[cold]
    fn long_length(&self, symbol: usize) -> usize {
        let pairs = self.words.get(self.long * WIDTH..self.lengths * WIDTH).unwrap_or_default();
        let (pairs, _) = pairs.as_chunks::<{ 2 * WIDTH }>();
        let words = |pair: &[u8; 2 * WIDTH]| {
            let [a, b, c, d, e, f] = *pair;
            (number([a, b, c]) as usize, number([d, e, f]) as usize)
        };
        let found = pairs.binary_search_by_key(&symbol, |pair| words(pair).0).ok();
        found.and_then(|index| pairs.get(index)).map_or(0, |pair| words(pair).1)
    }

    fn header(&self, index: usize) -> u32 {
        self.after(index).and_then(|bytes| bytes.first_chunk()).map_or(0, |word| number(*word))
    }

    /// Returns the bytes from a word on. Products do not overflow: words are below 2^24, and payloads of IDs below 2^29.
    #[inline]
    fn after(&self, word: usize) -> Option<&[u8]> {
        self.words.get(word * WIDTH..)
    }

    /// Returns the bytes of the values, which follow the string table.
    #[inline]
    pub(super) fn values(&self) -> &[u8] {
        self.after(self.nodes).unwrap_or_default()
    }
}

/// Returns the sum of the first `count` lengths of a block; `None` if one of them is in the table of long strings.
#[inline]
fn sum_of_first(lengths: [u8; BLOCK], count: usize) -> Option<usize> {
    const EACH: u64 = u64::from_ne_bytes([1; BLOCK]);
    const EVEN: u64 = u64::from_le_bytes([255, 0, 255, 0, 255, 0, 255, 0]);
    let first = u64::from_le_bytes(lengths) & !(u64::MAX << (8 * count));
    // The high bit of a byte stays set here only if all of its bits are set.
    if ((first & (0x7f * EACH)) + EACH) & first & (0x80 * EACH) != 0 {
        return None;
    }
    let pairs = (first & EVEN) + ((first >> 8) & EVEN);
    Some((pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize)
}

/// The pack of `null`.
impl Default for Pack {
    fn default() -> Pack {
        Pack {
            words: Part::Bundled(&[]),
            text: Part::Bundled(""),
            strings: 0,
            long: 0,
            lengths: 0,
            nodes: 0,
            references: References::default(),
            root: 0,
        }
    }
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pack").field("words", &self.words.len()).field("text", &self.text.len()).finish()
    }
}
