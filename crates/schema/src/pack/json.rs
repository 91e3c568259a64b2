//! The values and lists of a pack.

use super::block::{Pack, length_byte};
use super::layout::{WIDTH, Word, Words, number, tag};
use super::object::{JsonObject, Key};
use crate::keyword;

/// A value in a [`Pack`]: cheap to copy, read in place.
#[derive(Clone, Copy)]
pub struct Json<'p> {
    pub(super) pack: &'p Pack,
    pub(super) id: u32,
}

/// The content of a value. Integers and floats are distinguished as in Python's `json`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JsonKind<'p> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// The decimal digits of an integer that exceeds 64 bits. Embedded schemas do not contain one; a registry schema
    /// can.
    BigInt(&'p str),
    /// A float.
    Float(f64),
    /// A string.
    Str(&'p str),
    /// A list.
    List(JsonList<'p>),
    /// An object.
    Object(JsonObject<'p>),
}

/// A list in a pack.
#[derive(Clone, Copy)]
pub struct JsonList<'p> {
    pack: &'p Pack,
    /// The list's own index: its items have lower indices.
    index: u32,
    items: &'p Words,
}

impl Pack {
    /// Returns the whole document.
    pub fn root(&self) -> Json<'_> {
        self.json(self.root)
    }

    /// Returns the value with an ID returned by [`Json::id`]. An ID of another pack returns an arbitrary value or
    /// `null`.
    pub fn json(&self, id: u32) -> Json<'_> {
        Json { pack: self, id }
    }
}

impl<'p> Json<'p> {
    /// Returns the value's ID within its pack; equal IDs mean equal values.
    pub fn id(self) -> u32 {
        self.id
    }

    /// Returns the pack that contains the value.
    pub fn pack(self) -> &'p Pack {
        self.pack
    }

    /// Returns the content.
    #[inline]
    pub fn kind(self) -> JsonKind<'p> {
        let payload = self.id >> tag::BITS;
        match self.id & tag::MASK {
            tag::CONSTANT => match payload {
                0 => JsonKind::Null,
                1 => JsonKind::Bool(false),
                2 => JsonKind::Bool(true),
                digits => JsonKind::BigInt(self.pack.string(digits - 3)),
            },
            tag::SMALL => JsonKind::Int(small(self.id)),
            tag::TEXT => JsonKind::Str(self.pack.string(payload)),
            tag::REFERENCE => JsonKind::Str(self.pack.reference(payload)),
            tag::LIST => self.as_list().map_or(JsonKind::Null, JsonKind::List),
            tag::OBJECT => self.as_object().map_or(JsonKind::Null, JsonKind::Object),
            tag::LONG => self
                .long()
                .map_or(JsonKind::Null, |bits| JsonKind::Int(bits.cast_signed())),
            _ => self
                .long()
                .map_or(JsonKind::Null, |bits| JsonKind::Float(f64::from_bits(bits))),
        }
    }

    /// Returns the value of a key, if this is an object that has the key.
    pub fn get(self, key: &str) -> Option<Json<'p>> {
        self.as_object()?.get(key)
    }

    /// Returns the value of a keyword ([`keyword`]), if this is an object that has it.
    #[inline]
    pub fn keyword(self, symbol: u32) -> Option<Json<'p>> {
        self.as_object()?.keyword(symbol)
    }

    /// Returns whether another value is stored in the same place: that it is the same value of the same pack.
    pub fn is_same(self, other: Json<'_>) -> bool {
        std::ptr::eq(self.pack, other.pack) && self.id == other.id
    }

    /// Returns the object, if this is one.
    #[inline]
    pub fn as_object(self) -> Option<JsonObject<'p>> {
        if self.id & tag::MASK != tag::OBJECT {
            return None;
        }
        JsonObject::at(self.pack, self.id >> tag::BITS)
    }

    /// Returns the list, if this is one.
    #[inline]
    pub fn as_list(self) -> Option<JsonList<'p>> {
        if self.id & tag::MASK != tag::LIST {
            return None;
        }
        let index = self.id >> tag::BITS;
        let (count, items) = self
            .pack
            .values()
            .get(index as usize * WIDTH..)?
            .split_first_chunk()?;
        let items = items.get(..number(*count) as usize * WIDTH)?.as_chunks().0;
        Some(JsonList {
            pack: self.pack,
            index,
            items,
        })
    }

    /// Returns the items of a list; empty for other values.
    #[inline]
    pub fn items(self) -> impl Iterator<Item = Json<'p>> + Clone {
        self.as_list().into_iter().flat_map(JsonList::iter)
    }

    /// Returns the entries of an object in file order; empty for other values.
    #[inline]
    pub fn entries(self) -> impl Iterator<Item = (Key<'p>, Json<'p>)> + Clone {
        self.as_object().into_iter().flat_map(JsonObject::entries)
    }

    /// Returns the entries of an object in file order, with key symbols; empty for other values.
    #[inline]
    pub fn keywords(self) -> impl Iterator<Item = (u32, Json<'p>)> + Clone {
        self.as_object().into_iter().flat_map(JsonObject::keywords)
    }

    /// Returns the text, if this is a string.
    #[inline]
    pub fn as_str(self) -> Option<&'p str> {
        match self.id & tag::MASK {
            tag::TEXT => Some(self.pack.string(self.id >> tag::BITS)),
            tag::REFERENCE => Some(self.pack.reference(self.id >> tag::BITS)),
            _ => None,
        }
    }

    /// Returns the symbol of a string; see [`keyword`].
    #[inline]
    pub(crate) fn symbol(self) -> Option<u32> {
        (self.id & tag::MASK == tag::TEXT).then_some(self.id >> tag::BITS)
    }

    /// Returns whether this is a string with this text.
    #[inline]
    pub fn is_text(self, text: &str) -> bool {
        let symbol = self.id >> tag::BITS;
        match self.id & tag::MASK {
            tag::TEXT => self.pack.is_string(text)(symbol),
            tag::REFERENCE => self.pack.reference(symbol) == text,
            _ => false,
        }
    }

    /// Returns whether this is a list that contains a text.
    pub(crate) fn has_text(self, text: &str) -> bool {
        let is_text = self.pack.is_string(text);
        self.items().filter_map(Json::symbol).any(is_text)
    }

    /// Returns whether this can be a string of one of these lengths; true for other values.
    #[inline]
    pub(crate) fn can_have_length(self, lengths: &[usize]) -> bool {
        let length = self
            .pack
            .length_bytes()
            .get((self.id >> tag::BITS) as usize);
        self.id & tag::MASK != tag::TEXT
            || lengths.iter().any(|one| length == Some(&length_byte(*one)))
    }

    /// Returns whether this is an object.
    #[inline]
    pub fn is_object(self) -> bool {
        self.id & tag::MASK == tag::OBJECT
    }

    /// Returns the boolean, if this is one.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match (self.id & tag::MASK, self.id >> tag::BITS) {
            (tag::CONSTANT, 1) => Some(false),
            (tag::CONSTANT, 2) => Some(true),
            _ => None,
        }
    }

    /// Returns the integer, if this is one and fits into 64 bits. Floats, even 1.0, are not integers.
    pub fn as_i64(self) -> Option<i64> {
        match self.kind() {
            JsonKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the number as a float, if this is one.
    pub fn as_f64(self) -> Option<f64> {
        match self.kind() {
            JsonKind::Int(number) => Some(number as f64),
            JsonKind::BigInt(digits) => digits.parse().ok(),
            JsonKind::Float(number) => Some(number),
            _ => None,
        }
    }

    /// Follows a JSON pointer, with or without the leading `#`: `/definitions/Tag/properties/Key`. As in cfn-lint,
    /// slashes at either end are ignored: `#/` is the value itself. Percent-encoding is not decoded: schemas do not use
    /// it.
    pub fn pointer(self, pointer: &str) -> Option<Json<'p>> {
        let path = pointer
            .strip_prefix('#')
            .unwrap_or(pointer)
            .trim_matches('/');
        if path.is_empty() {
            return Some(self);
        }
        path.split('/').try_fold(self, |at, part| {
            let part = match part.contains('~') {
                true => std::borrow::Cow::Owned(part.replace("~1", "/").replace("~0", "~")),
                false => std::borrow::Cow::Borrowed(part),
            };
            match at.as_list() {
                Some(list) => list.get(part.parse().ok()?),
                None => at.get(&part),
            }
        })
    }

    /// Resolves this value as the `$ref` of a schema in the document `root`: `#/definitions/X` without comparing text,
    /// other pointers (`#`, `#/properties/X`) step by step. Returns `None` if it is not a pointer into this document.
    pub fn resolve(self, root: Json<'p>) -> Option<Json<'p>> {
        if self.id & tag::MASK == tag::REFERENCE {
            return root
                .keyword(keyword::DEFINITIONS)?
                .as_object()?
                .symbol(self.id >> tag::BITS);
        }
        root.pointer(self.as_str().filter(|text| text.starts_with('#'))?)
    }

    /// Returns the 64 bits of three words.
    fn long(self) -> Option<u64> {
        let index = (self.id >> tag::BITS) as usize;
        let parts: &[u8; 3 * WIDTH] = self.pack.values().get(index * WIDTH..)?.first_chunk()?;
        Some(parts.as_chunks().0.iter().rev().fold(0, |bits, part| {
            bits << (8 * WIDTH) | u64::from(number(*part))
        }))
    }

    /// Returns a child of the value at `index`, or `null` unless the child's index is lower.
    #[inline]
    pub(super) fn child(pack: &'p Pack, index: u32, word: &Word) -> Json<'p> {
        let id = number(*word);
        let inline = matches!(
            id & tag::MASK,
            tag::CONSTANT | tag::SMALL | tag::TEXT | tag::REFERENCE
        );
        let sound = inline || id >> tag::BITS < index;
        Json {
            pack,
            id: if sound { id } else { 0 },
        }
    }
}

/// JSON equality that distinguishes integers and floats; within one pack, equality of IDs.
impl PartialEq for Json<'_> {
    fn eq(&self, other: &Self) -> bool {
        (std::ptr::eq(self.pack, other.pack) && self.id == other.id) || self.kind() == other.kind()
    }
}

impl PartialEq for JsonList<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'p> JsonList<'p> {
    /// Returns the number of items.
    pub fn len(self) -> usize {
        self.items.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item at an index.
    pub fn get(self, index: usize) -> Option<Json<'p>> {
        self.items
            .get(index)
            .map(|word| Json::child(self.pack, self.index, word))
    }

    /// Returns the items in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Json<'p>> + ExactSizeIterator + Clone {
        self.items
            .iter()
            .map(move |word| Json::child(self.pack, self.index, word))
    }
}

/// Formats the value as compact JSON.
impl std::fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            JsonKind::Null => f.write_str("null"),
            JsonKind::Bool(is) => write!(f, "{is}"),
            JsonKind::Int(number) => write!(f, "{number}"),
            JsonKind::BigInt(digits) => f.write_str(digits),
            JsonKind::Float(number) => write!(f, "{number:?}"),
            JsonKind::Str(text) => write_string(f, text),
            JsonKind::List(list) => {
                f.write_str("[")?;
                for (index, item) in list.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            JsonKind::Object(object) => {
                f.write_str("{")?;
                for (index, (key, value)) in object.entries().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    write_string(f, key.text)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Returns the integer of an ID, whose sign is the highest bit of a word.
fn small(id: u32) -> i64 {
    const UNUSED: usize = 32 - 8 * WIDTH;
    i64::from((id << UNUSED).cast_signed() >> UNUSED >> tag::BITS)
}

fn write_string(f: &mut std::fmt::Formatter<'_>, text: &str) -> std::fmt::Result {
    f.write_str(&serde_json::to_string(text).unwrap_or_default())
}

impl std::fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Debug for JsonList<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
