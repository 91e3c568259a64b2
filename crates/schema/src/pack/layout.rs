//! The words of a pack; `schemas/README.md` describes the format.

/// A block of little-endian words. Three bytes are enough for all schemas of CloudFormation, which are a quarter of the function.
pub(super) type Words = [Word];
pub(super) type Word = [u8; WIDTH];
pub(super) const WIDTH: usize = 3;
/// Words are below this.
pub(super) const LIMIT: u32 = 1 << (8 * WIDTH);

pub(super) const MAGIC: u32 = number([b'C', b'W', b'P']);
pub(super) const VERSION: u32 = 4;
/// Indices of the header's words; magic and version come first.
pub(super) const KEYWORDS: usize = 2;
pub(super) const STRINGS: usize = 3;
pub(super) const ROOT: usize = 4;
/// The length of the text, which tells packs with the strings of another one.
pub(super) const TEXT: usize = 5;
/// The number of strings whose length is not in their byte.
pub(super) const LONG: usize = 6;
pub(super) const HEADER: usize = 7;

/// The strings that share one start; the others of them are found by their lengths.
pub(super) const BLOCK: usize = 8;
/// The length byte of a string whose length, at least this, is in the table of long strings.
pub(super) const ESCAPE: u8 = u8::MAX;

/// Returns the number that a word stores.
#[inline]
pub(super) const fn number([low, middle, high]: Word) -> u32 {
    u32::from_le_bytes([low, middle, high, 0])
}

/// Returns the word of a number below [`LIMIT`].
#[inline]
pub(super) const fn word(number: u32) -> Word {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

/// A string of this prefix and a name is a reference: its ID contains the name's symbol, so it is resolved without
/// comparing text.
pub(super) const PREFIX: &str = "#/definitions/";

/// The type of an ID, in its lowest three bits. The other bits are the payload: a number, a symbol, or an index of
/// words.
pub(super) mod tag {
    /// 0 is `null`, 1 `false`, 2 `true`; from 3, the symbol of a big integer's digits.
    pub const CONSTANT: u32 = 0;
    /// A signed 21-bit integer.
    pub const SMALL: u32 = 1;
    /// A string's symbol.
    pub const TEXT: u32 = 2;
    /// The index of an item count and the items' IDs.
    pub const LIST: u32 = 3;
    /// The index of the shape's index and the values' IDs.
    pub const OBJECT: u32 = 4;
    /// The index of a three-word integer.
    pub const LONG: u32 = 5;
    /// The index of a three-word float.
    pub const FLOAT: u32 = 6;
    /// The symbol of `X` in a string `#/definitions/X`.
    pub const REFERENCE: u32 = 7;

    pub const BITS: u32 = 3;
    pub const MASK: u32 = (1 << BITS) - 1;
}
