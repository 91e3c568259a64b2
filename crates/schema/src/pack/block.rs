//! The words and the text of a pack.

use std::borrow::Cow;

use super::error::PackError;
use super::layout::{
    BLOCK, ESCAPE, HEADER, KEYWORDS, LONG, MAGIC, ROOT, STRINGS, TEXT, VERSION, WIDTH, number,
};
use super::part::Part;
use super::references::References;
use crate::keyword;
use cfn_warden_syntax::is_equal;

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
    pub fn new(
        words: impl Into<Cow<'static, [u8]>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Result<Pack, PackError> {
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
        let mut pack = Pack {
            words: words.into().into(),
            text: text.into().into(),
            ..Pack::default()
        };
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
        self.range(symbol)
            .and_then(|(start, end)| self.text.get(start..end))
            .unwrap_or_default()
    }

    /// Returns a test whether a symbol is that of a text. Most others have another length, so their text is not read.
    #[inline]
    pub(super) fn is_string(&self, text: &str) -> impl Fn(u32) -> bool {
        let (lengths, length) = (self.length_bytes(), length_byte(text.len()));
        move |symbol| {
            lengths.get(symbol as usize) == Some(&length) && is_equal(self.string(symbol), text)
        }
    }

    /// Returns the text of a reference to the definition with a name.
    pub(super) fn reference(&self, symbol: u32) -> &str {
        self.references
            .text(symbol, self.strings, self.string(symbol))
            .unwrap_or_default()
    }

    /// Returns the byte range of a string: it starts after those before it in its block, each with its line feed.
    #[inline]
    fn range(&self, symbol: u32) -> Option<(usize, usize)> {
        let symbol = symbol as usize;
        if symbol >= self.strings {
            return None;
        }
        let (block, place) = (symbol / BLOCK, symbol % BLOCK);
        let base = number(*self.after(HEADER + block)?.first_chunk()?) as usize;
        let lengths = self.after(self.lengths)?.get(block * BLOCK..)?;
        let sums = lengths
            .first_chunk()
            .and_then(|lengths| sum_before(*lengths, place));
        let (before, own) = sums.unwrap_or_else(|| self.sum_one_by_one(lengths, symbol));
        let start = base + before + place;
        Some((start, start + own))
    }

    /// Returns the length bytes of all strings, by symbol.
    #[inline]
    pub(super) fn length_bytes(&self) -> &[u8] {
        self.after(self.lengths)
            .and_then(|lengths| lengths.get(..self.strings))
            .unwrap_or_default()
    }

    /// Returns the sum of the lengths before a string in its block, whose length bytes these are, and its own length.
    #[cold]
    fn sum_one_by_one(&self, lengths: &[u8], symbol: usize) -> (usize, usize) {
        let place = symbol % BLOCK;
        let length = |(byte, symbol): (&u8, usize)| match *byte {
            ESCAPE => self.long_length(symbol),
            length => length.into(),
        };
        let mut each = lengths.iter().zip(symbol - place..).map(length);
        (
            each.by_ref().take(place).sum(),
            each.next().unwrap_or_default(),
        )
    }

    /// Returns the length of a long string. Pairs of symbol and length are in the order of symbols.
    #[cold]
    fn long_length(&self, symbol: usize) -> usize {
        let pairs = self
            .words
            .get(self.long * WIDTH..self.lengths * WIDTH)
            .unwrap_or_default();
        let (pairs, _) = pairs.as_chunks::<{ 2 * WIDTH }>();
        let words = |pair: &[u8; 2 * WIDTH]| {
            let [a, b, c, d, e, f] = *pair;
            (number([a, b, c]) as usize, number([d, e, f]) as usize)
        };
        let found = pairs
            .binary_search_by_key(&symbol, |pair| words(pair).0)
            .ok();
        found
            .and_then(|index| pairs.get(index))
            .map_or(0, |pair| words(pair).1)
    }

    fn header(&self, index: usize) -> u32 {
        self.after(index)
            .and_then(|bytes| bytes.first_chunk())
            .map_or(0, |word| number(*word))
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

/// Returns the sum of the lengths of a block before a place, and the length at the place; `None` if one of them is in the
/// table of long strings.
#[inline]
fn sum_before(lengths: [u8; BLOCK], place: usize) -> Option<(usize, usize)> {
    const EACH: u64 = u64::from_ne_bytes([1; BLOCK]);
    const EVEN: u64 = u64::from_le_bytes([255, 0, 255, 0, 255, 0, 255, 0]);
    let lengths = u64::from_le_bytes(lengths);
    let shift = 8 * place;
    let before = lengths & !(u64::MAX << shift);
    let own = (lengths >> shift) as u8;
    // The high bit of a byte stays set here only if all of its bits are set.
    if own == ESCAPE || ((before & (0x7f * EACH)) + EACH) & before & (0x80 * EACH) != 0 {
        return None;
    }
    let pairs = (before & EVEN) + ((before >> 8) & EVEN);
    Some((
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize,
        own.into(),
    ))
}

/// Returns the length byte of a string of a length.
#[inline]
pub(super) fn length_byte(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(ESCAPE)
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
        f.debug_struct("Pack")
            .field("words", &self.words.len())
            .field("text", &self.text.len())
            .finish()
    }
}
