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
const HEADER: usize = 5;

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
    /// More than the format can number: 2^29 words or strings.
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
        let (words, text) = (words.into(), text.into());
        let [magic, version, keywords, strings, root] =
            *words.as_chunks::<4>().0.first_chunk::<HEADER>().ok_or(NO_HEADER)?;
        let strings = u32::from_le_bytes(strings) as usize;
        if u32::from_le_bytes(magic) != MAGIC {
            return Err(PackError::NotAPack("it does not begin as one"));
        }
        if u32::from_le_bytes(version) != VERSION {
            return Err(PackError::NotAPack("its format differs"));
        }
        if u32::from_le_bytes(keywords) as usize != keyword::ALL.len() {
            return Err(PackError::NotAPack("its list of keywords differs"));
        }
        let pack = Pack { words, text, strings, root: u32::from_le_bytes(root) };
        match pack.string_end(strings) {
            Some(end) if end as usize == pack.text.len() => Ok(pack),
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
    pub fn string(&self, symbol: u32) -> &str {
        let range = || {
            let start = self.string_end(symbol as usize)?;
            let end = self.string_end((symbol as usize).checked_add(1)?)?;
            self.text.get(start as usize..(end as usize).checked_sub(1)?)
        };
        range().unwrap_or_default()
    }

    /// Where the strings before this one end: the start of this one. The separator is a line feed.
    fn string_end(&self, symbol: usize) -> Option<u32> {
        if symbol > self.strings {
            return None;
        }
        self.words.as_chunks::<4>().0.get(HEADER.checked_add(symbol)?).map(|word| u32::from_le_bytes(*word))
    }

    /// The values' words: all after the table of strings.
    fn nodes(&self) -> &Words {
        self.words.as_chunks::<4>().0.get(HEADER.saturating_add(self.strings).saturating_add(1)..).unwrap_or_default()
    }
}

const NO_HEADER: PackError = PackError::NotAPack("it is too short");

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
    /// The place of two symbols: a string `#/definitions/X`, and `X`.
    pub const REFERENCE: u32 = 7;

    pub const BITS: u32 = 3;
    pub const MASK: u32 = (1 << BITS) - 1;
}

#[cfg(test)]
mod tests;
