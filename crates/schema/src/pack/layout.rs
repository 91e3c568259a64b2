//! The words of a pack; `schemas/README.md` describes the format.

/// A block of little-endian words.
pub(super) type Words = [[u8; 4]];

pub(super) const MAGIC: u32 = u32::from_le_bytes(*b"CWKP");
pub(super) const VERSION: u32 = 1;
/// Indices of the header's words; magic and version come first.
pub(super) const KEYWORDS: usize = 2;
pub(super) const STRINGS: usize = 3;
pub(super) const ROOT: usize = 4;
pub(super) const HEADER: usize = 5;

/// A string of this prefix and a name is a reference: its ID contains the name's symbol, so it is resolved without
/// comparing text.
pub(super) const PREFIX: &str = "#/definitions/";

/// The type of an ID, in its lowest three bits. The other bits are the payload: a number, a symbol, or an index of
/// words.
pub(super) mod tag {
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
