//! JSON in one block of little-endian words, read in place.
//!
//! Equal subtrees are stored once, so the schemas of all resource types take a quarter of their JSON and equal ids
//! mean equal values. Nothing is decoded ahead: a [`Json`] is an id and a reference, and asking it touches only the
//! words it needs. `schemas/README.md` describes the format.
//!
//! Child values stand before their parents. The reader holds to that: an id that points elsewhere reads as `null`,
//! so a damaged block can neither panic nor send a walk in circles.

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

/// A block of words, each little-endian.
type Words = [[u8; 4]];

const MAGIC: u32 = u32::from_le_bytes(*b"CWKP");
const VERSION: u32 = 1;
/// The header: magic, version, and these.
const KEYWORDS: usize = 2;
const STRINGS: usize = 3;
const ROOT: usize = 4;
const HEADER: usize = 5;

/// A string of this and a name is a reference: its id holds the name's symbol, so it resolves without looking at text.
const PREFIX: &str = "#/definitions/";

/// A JSON document, hash-consed.
pub struct Pack {
    words: Cow<'static, [u8]>,
    text: Cow<'static, str>,
    strings: usize,
    root: u32,
}

/// Why there is no pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackError {
    /// The text is not JSON: what is wrong (with its line and column).
    NotJson(String),
    /// More than the format can number: 2^29 words or strings, 2 GB of text.
    TooLarge,
    /// The block is no pack, or not one of this version and this list of keywords.
    NotAPack(&'static str),
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackError::NotJson(what) => write!(f, "not JSON: {what}"),
            PackError::TooLarge => write!(f, "too large to be packed"),
            PackError::NotAPack(what) => write!(f, "not a pack of this version: {what}; run `make schemas`"),
        }
    }
}

impl std::error::Error for PackError {}

impl Pack {
    /// A pack from its two parts. Looks at the header only: nothing else is read before it is asked for.
    pub fn new(words: impl Into<Cow<'static, [u8]>>, text: impl Into<Cow<'static, str>>) -> Result<Pack, PackError> {
        let pack = Pack::of_any_keywords(words, text)?;
        if pack.header(KEYWORDS) as usize != keyword::ALL.len() {
            return Err(PackError::NotAPack("its list of keywords differs"));
        }
        Ok(pack)
    }

    /// The same, for a pack that was written with another list of keywords: good for copying, not for matching.
    pub fn of_any_keywords(
        words: impl Into<Cow<'static, [u8]>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Result<Pack, PackError> {
        let mut pack = Pack { words: words.into(), text: text.into(), strings: 0, root: 0 };
        if pack.header(0) != MAGIC {
            return Err(PackError::NotAPack("it does not begin as one"));
        }
        if pack.header(1) != VERSION {
            return Err(PackError::NotAPack("its format differs"));
        }
        (pack.strings, pack.root) = (pack.header(STRINGS) as usize, pack.header(ROOT));
        match pack.string_start(pack.strings) {
            Some((end, false)) if end == pack.text.len() => Ok(pack),
            _ => Err(PackError::NotAPack("its strings are of another pack")),
        }
    }

    /// A pack of a JSON text. Numbers are kept as Python's `json` keeps them (1 is not 1.0); of a repeated key the last
    /// value counts; integers outside 64 bits become floats.
    pub fn from_json(text: &str) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let root = text::read(text, &mut writer)?;
        writer.finish(root)
    }

    /// A pack of several JSON texts: the list of their values.
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let items = texts.into_iter().map(|text| text::read(text, &mut writer)).collect::<Result<Vec<_>, _>>()?;
        let root = writer.list(&items);
        writer.finish(root)
    }

    /// The whole document.
    pub fn root(&self) -> Json<'_> {
        self.json(self.root)
    }

    /// The value of an id that [`Json::id`] gave. An id of another pack gives some value, or `null`.
    pub fn json(&self, id: u32) -> Json<'_> {
        Json { pack: self, id }
    }

    /// The two parts that [`Pack::new`] takes: the words, and the strings they point into.
    pub fn parts(&self) -> (&[u8], &str) {
        (&self.words, &self.text)
    }

    /// The number of distinct strings.
    pub fn strings(&self) -> usize {
        self.strings
    }

    /// The text of a symbol; empty where there is none.
    #[inline]
    pub fn string(&self, symbol: u32) -> &str {
        self.range(symbol).and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// The text of a reference to the definition of that name: [`PREFIX`] stands before the name.
    fn reference(&self, symbol: u32) -> &str {
        let range = self.range(symbol).and_then(|(start, end)| Some((start.checked_sub(PREFIX.len())?, end)));
        range.and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// Where a string stands: up to the line feed before the next one, or before the prefix of the next one.
    #[inline]
    fn range(&self, symbol: u32) -> Option<(usize, usize)> {
        let (start, _) = self.string_start(symbol as usize)?;
        let (next, prefixed) = self.string_start((symbol as usize).checked_add(1)?)?;
        Some((start, next.checked_sub(if prefixed { PREFIX.len() + 1 } else { 1 })?))
    }

    fn header(&self, place: usize) -> u32 {
        self.words.as_chunks::<4>().0.get(place).map_or(0, |word| u32::from_le_bytes(*word))
    }

    /// Where a string begins, and whether the prefix stands before it. After the last string comes the text's end.
    #[inline]
    fn string_start(&self, symbol: usize) -> Option<(usize, bool)> {
        if symbol > self.strings {
            return None;
        }
        let word = u32::from_le_bytes(*self.words.as_chunks::<4>().0.get(HEADER.checked_add(symbol)?)?);
        Some(((word >> 1) as usize, word & 1 == 1))
    }

    /// The values' words: all after the table of strings.
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

/// What an id is: the lowest three bits. The other bits are the payload: a number, a symbol, or the place of words.
mod tag {
    /// 0 is `null`, 1 `false`, 2 `true`; from 3 on the symbol of a big integer's digits.
    pub const CONSTANT: u32 = 0;
    /// A signed integer of 29 bits.
    pub const SMALL: u32 = 1;
    /// A string's symbol.
    pub const TEXT: u32 = 2;
    /// The place of a count and the items' ids.
    pub const LIST: u32 = 3;
    /// The place of the shape's place and the values' ids.
    pub const OBJECT: u32 = 4;
    /// The place of an integer of two words.
    pub const LONG: u32 = 5;
    /// The place of a float of two words.
    pub const FLOAT: u32 = 6;
    /// The symbol of `X` in a string `#/definitions/X`.
    pub const REFERENCE: u32 = 7;

    pub const BITS: u32 = 3;
    pub const MASK: u32 = (1 << BITS) - 1;
}

#[cfg(test)]
mod tests;
