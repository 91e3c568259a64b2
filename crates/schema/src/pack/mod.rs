//! JSON in one block of little-endian words, read in place.
//!
//! Equal subtrees are stored once, so the schemas of all resource types take a quarter of the size of their JSON, and
//! equal IDs mean equal values. Nothing is decoded in advance: a [`Json`] is an ID and a reference, and its methods
//! read only the words they need. `schemas/README.md` describes the format.
//!
//! Children have lower indices than their parents. The reader enforces this: an ID that violates it reads as `null`, so
//! a corrupt block can cause neither a panic nor an endless loop.

mod json;
mod object;
mod python;
mod text;
mod writer;

use std::borrow::Cow;

pub use json::{Json, JsonKind, JsonList};
pub use object::{JsonObject, Key};
pub use writer::Writer;

use super::keyword;

/// A block of little-endian words.
type Words = [[u8; 4]];

const MAGIC: u32 = u32::from_le_bytes(*b"CWKP");
const VERSION: u32 = 1;
/// Indices of the header's words; magic and version come first.
const KEYWORDS: usize = 2;
const STRINGS: usize = 3;
const ROOT: usize = 4;
const HEADER: usize = 5;

/// A string of this prefix and a name is a reference: its ID contains the name's symbol, so it is resolved without
/// comparing text.
const PREFIX: &str = "#/definitions/";

/// A hash-consed JSON document.
pub struct Pack {
    words: Cow<'static, [u8]>,
    text: Cow<'static, str>,
    strings: usize,
    root: u32,
}

/// The reason why a pack could not be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackError {
    /// The text is not JSON; contains the parser's message with line and column.
    NotJson(String),
    /// The document exceeds the format's limits: 2^29 words or strings, 2 GB of text.
    TooLarge,
    /// The JSON is not a resource type's schema: `typeName` is missing.
    NotASchema,
    /// The block is not a pack, or has another version or keyword list.
    NotAPack(&'static str),
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackError::NotJson(what) => write!(f, "not JSON: {what}"),
            PackError::TooLarge => {
                write!(f, "too large for a pack; expected at most 2^29 values or strings and 2 GB of text")
            }
            PackError::NotASchema => write!(f, "not a resource type schema: `typeName` is missing"),
            PackError::NotAPack(what) => write!(f, "not a valid pack: {what}; run `make schemas`"),
        }
    }
}

impl std::error::Error for PackError {}

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

    /// Creates a pack from JSON text. Integers and floats are distinguished as in Python's `json` (1 is not 1.0); the
    /// last value of a repeated key wins; integers that exceed 64 bits become floats.
    pub fn from_json(text: &str) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let root = text::read(text, &mut writer)?;
        writer.finish(root)
    }

    /// Creates a pack that contains the list of the values of several JSON texts.
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let items = texts.into_iter().map(|text| text::read(text, &mut writer)).collect::<Result<Vec<_>, _>>()?;
        let root = writer.list(&items);
        writer.finish(root)
    }

    /// Returns the whole document.
    pub fn root(&self) -> Json<'_> {
        self.json(self.root)
    }

    /// Returns the value with an ID returned by [`Json::id`]. An ID of another pack returns an arbitrary value or
    /// `null`.
    pub fn json(&self, id: u32) -> Json<'_> {
        Json { pack: self, id }
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

    /// Returns the text of a reference to the definition with a name: [`PREFIX`] and the name.
    fn reference(&self, symbol: u32) -> &str {
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
    fn nodes(&self) -> &Words {
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

/// The type of an ID, in its lowest three bits. The other bits are the payload: a number, a symbol, or an index of
/// words.
mod tag {
    /// 0 is `null`, 1 `false`, 2 `true`; from 3, the symbol of a big integer's digits.
    pub const CONSTANT: u32 = 0;
    /// A signed 29-bit integer.
    pub const SMALL: u32 = 1;
    /// A string's symbol.
    pub const TEXT: u32 = 2;
    /// The index of an item count and the items' IDs.
    pub const LIST: u32 = 3;
    /// The index of the shape's index and the values' IDs.
    pub const OBJECT: u32 = 4;
    /// The index of a two-word integer.
    pub const LONG: u32 = 5;
    /// The index of a two-word float.
    pub const FLOAT: u32 = 6;
    /// The symbol of `X` in a string `#/definitions/X`.
    pub const REFERENCE: u32 = 7;

    pub const BITS: u32 = 3;
    pub const MASK: u32 = (1 << BITS) - 1;
}

#[cfg(test)]
mod tests;
