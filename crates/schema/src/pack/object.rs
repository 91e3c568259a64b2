//! Objects: a shape (the keys, shared by all objects with the same keys) and the values.

use std::cmp::Ordering;

use super::block::Pack;
use super::json::Json;
use super::layout::{WIDTH, Words, number};

/// Objects with at most so many keys are searched by the lengths of their keys, others by binary search.
const FEW: usize = 64;

/// An object in a pack.
#[derive(Clone, Copy)]
pub struct JsonObject<'p> {
    pack: &'p Pack,
    /// The object's own index: its values have lower indices.
    index: u32,
    keys: &'p Words,
}

/// A key of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'p> {
    /// The symbol of the text in its pack. Keywords have the same symbol in every pack (see
    /// [`keyword`](crate::keyword)).
    pub symbol: u32,
    /// The text of the key, borrowed from the pack.
    pub text: &'p str,
}

impl<'p> JsonObject<'p> {
    #[inline]
    pub(super) fn at(pack: &'p Pack, index: u32) -> Option<JsonObject<'p>> {
        let (head, keys) = shape(pack, index)?;
        let keys = keys.get(..(head >> 1) as usize * WIDTH)?.as_chunks().0;
        Some(JsonObject { pack, index, keys })
    }

    /// Returns an object without entries.
    pub(crate) fn empty(pack: &'p Pack) -> JsonObject<'p> {
        JsonObject {
            pack,
            index: 0,
            keys: &[],
        }
    }

    /// Returns the pack that contains the object.
    pub fn pack(self) -> &'p Pack {
        self.pack
    }

    /// Returns the number of entries.
    pub fn len(self) -> usize {
        self.keys.len()
    }

    /// Returns whether the object is empty.
    pub fn is_empty(self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the entries in file order.
    #[inline]
    pub fn entries(
        self,
    ) -> impl DoubleEndedIterator<Item = (Key<'p>, Json<'p>)> + ExactSizeIterator + Clone {
        self.keys
            .iter()
            .zip(self.values())
            .map(move |(key, value)| {
                let symbol = number(*key);
                (
                    Key {
                        symbol,
                        text: self.pack.string(symbol),
                    },
                    Json::child(self.pack, self.index, value),
                )
            })
    }

    /// Returns the entries in file order with key symbols, without looking up text.
    #[inline]
    pub fn keywords(
        self,
    ) -> impl DoubleEndedIterator<Item = (u32, Json<'p>)> + ExactSizeIterator + Clone {
        self.keys
            .iter()
            .zip(self.values())
            .map(move |(key, value)| (number(*key), Json::child(self.pack, self.index, value)))
    }

    /// Returns the symbols of the keys in file order.
    #[inline]
    pub(crate) fn symbols(self) -> impl Iterator<Item = u32> {
        self.keys.iter().map(|key| number(*key))
    }

    /// Returns the keys in file order.
    pub fn keys(self) -> impl DoubleEndedIterator<Item = &'p str> + ExactSizeIterator + Clone {
        self.keys
            .iter()
            .map(move |key| self.pack.string(number(*key)))
    }

    /// Returns the value of a key.
    pub fn get(self, key: &str) -> Option<Json<'p>> {
        self.position(key).and_then(|index| self.value(index))
    }

    /// Returns whether the object has a key.
    pub fn has(self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Returns the value of a keyword; only compares numbers.
    #[inline]
    pub fn keyword(self, symbol: u32) -> Option<Json<'p>> {
        self.symbol(symbol)
    }

    #[inline]
    pub(super) fn symbol(self, symbol: u32) -> Option<Json<'p>> {
        let index = self.keys.iter().position(|key| number(*key) == symbol)?;
        self.value(index)
    }

    /// Returns the position of a key in file order.
    pub fn position(self, key: &str) -> Option<usize> {
        if self.keys.len() <= FEW {
            let is_key = self.pack.is_string(key);
            return self.keys.iter().position(|symbol| is_key(number(*symbol)));
        }
        let order = self.order();
        let (mut low, mut high) = (0, self.keys.len());
        while low < high {
            let middle = low.midpoint(high);
            let index = match order {
                [] => middle,
                order => number(*order.get(middle)?) as usize,
            };
            let text = self.pack.string(number(*self.keys.get(index)?));
            match text.cmp(key) {
                Ordering::Equal => return Some(index),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns the words of the values, which follow the object's own word.
    #[inline]
    fn values(self) -> &'p Words {
        let start = (self.index as usize + 1) * WIDTH;
        self.pack
            .values()
            .get(start..start + self.keys.len() * WIDTH)
            .unwrap_or_default()
            .as_chunks()
            .0
    }

    /// Returns the key positions sorted by text; empty if file order is already sorted.
    fn order(self) -> &'p Words {
        let size = self.keys.len() * WIDTH;
        let order = shape(self.pack, self.index).filter(|(head, _)| head & 1 == 1);
        order
            .and_then(|(_, keys)| keys.get(size..size * 2))
            .unwrap_or_default()
            .as_chunks()
            .0
    }

    /// Returns the value at a position in file order.
    #[inline]
    pub fn value(self, index: usize) -> Option<Json<'p>> {
        self.values()
            .get(index)
            .map(|word| Json::child(self.pack, self.index, word))
    }
}

/// Returns the first word of the shape of the object with an index, and what follows it: twice the number of keys, plus
/// one if they are not sorted; the keys, and then their order if they are not.
#[inline]
fn shape(pack: &Pack, index: u32) -> Option<(u32, &[u8])> {
    let nodes = pack.values();
    let shape = nodes.get(index as usize * WIDTH..)?.first_chunk()?;
    let (head, rest) = nodes
        .get(number(*shape) as usize * WIDTH..)?
        .split_first_chunk()?;
    Some((number(*head), rest))
}

/// Equality of Python dicts: the order of keys is irrelevant.
impl PartialEq for JsonObject<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .entries()
                .all(|(key, value)| other.get(key.text) == Some(value))
    }
}

impl std::fmt::Debug for JsonObject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(self.entries().map(|(key, value)| (key.text, value)))
            .finish()
    }
}
