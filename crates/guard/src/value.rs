//! The values that rules are evaluated on: document values, literals in rules, and results of functions.
//!
//! A value is small and `Copy`. Its path and position are not stored but looked up by its [`Origin`] when a report
//! needs them.

use super::regex::Regex;
use super::syntax::ast::Range;
pub use crate::hash::of_key as hash;

/// A reference to a value.
pub type Ref<'a> = &'a Value<'a>;

/// A value and its origin.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    /// The content.
    pub kind: Kind<'a>,
    /// The origin, by which path and position are found.
    pub origin: Origin<'a>,
}

/// The content of a value. Documents contain the kinds before `Regex`; the others come from rules and functions.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a> {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(&'a str),
    /// A list.
    List(&'a [Value<'a>]),
    /// A map.
    Map(&'a Map<'a>),
    /// `/expression/` in a rule.
    Regex(&'a Regex),
    /// The result of `parse_char`.
    Char(char),
    /// `r[1, 5)` in a rule.
    IntRange(&'a Range<i64>),
    /// `r[1.0, 5.0)` in a rule.
    FloatRange(&'a Range<f64>),
    /// `r[a, z]` in a rule.
    CharRange(&'a Range<char>),
}

/// The source of a value's path and position.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// A node of the document, by ID.
    Node(u32),
    /// The key of that node.
    Key(u32),
    /// A literal, or part of a function's result.
    Fixed(&'a Fixed<'a>),
}

/// The path and position of a value that is not a document node.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fixed<'a> {
    /// The steps, each with a leading `/`.
    pub path: &'a str,
    /// Line and column.
    pub position: ZeroBasedPosition,
}

/// A line and column as cfn-guard counts them: from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ZeroBasedPosition {
    /// 0-based line.
    pub line: u32,
    /// 0-based column.
    pub column: u32,
}

/// A map with unique keys. A repeated key keeps its first position and its last value.
#[derive(Debug)]
pub struct Map<'a> {
    /// The entries in source order.
    pub entries: &'a [Entry<'a>],
    /// The keys as written, if one of them is repeated: key filters see every occurrence.
    pub keys: Option<&'a [Value<'a>]>,
    /// A Bloom filter with one bit for each key, by hash; it answers most lookups of missing keys.
    seen: u64,
    /// The hash and index of each entry, sorted, if the map is large.
    sorted: &'a [(u32, u32)],
}

/// A map entry.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The key, without quotes and escapes.
    pub key: &'a str,
    /// [`hash`] of the key.
    pub hash: u32,
    /// The value of the key.
    pub value: Value<'a>,
}

/// Maps with more entries than this are searched by sorted hash instead of linearly.
const LARGE: usize = 24;

impl<'a> Map<'a> {
    /// Creates a map. The keys of `entries` must be unique.
    pub fn new(
        arena: &'a bumpalo::Bump,
        entries: &'a [Entry<'a>],
        keys: Option<&'a [Value<'a>]>,
    ) -> Map<'a> {
        let seen = entries.iter().fold(0, |seen, entry| seen | bit(entry.hash));
        let mut sorted: &'a [(u32, u32)] = &[];
        if entries.len() > LARGE {
            let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            let mut all: Vec<_> = entries
                .iter()
                .map(|entry| entry.hash)
                .zip(0..count)
                .collect();
            all.sort_unstable();
            sorted = arena.alloc_slice_copy(&all);
        }
        Map {
            entries,
            keys,
            seen,
            sorted,
        }
    }

    /// Whether the map may have one of several keys, given the union of the [`bit`]s of their hashes.
    pub fn may_have(&self, bits: u64) -> bool {
        self.seen & bits != 0
    }

    /// Returns the value of a key with this [`hash`].
    pub fn get(&self, key: &str, hash: u32) -> Option<Ref<'a>> {
        if self.seen & bit(hash) == 0 {
            return None;
        }
        if self.sorted.is_empty() {
            return self
                .entries
                .iter()
                .find(|entry| entry.hash == hash && entry.key == key)
                .map(|entry| &entry.value);
        }
        let first = self.sorted.partition_point(|(other, _)| *other < hash);
        let same = self
            .sorted
            .get(first..)?
            .iter()
            .take_while(|(other, _)| *other == hash);
        same.filter_map(|(_, index)| self.entries.get(*index as usize))
            .find(|entry| entry.key == key)
            .map(|entry| &entry.value)
    }
}

impl<'a> Entry<'a> {
    /// Returns the key as a value.
    pub fn key_value(&self) -> Value<'a> {
        let origin = match self.value.origin {
            Origin::Node(id) => Origin::Key(id),
            other => other,
        };
        Value {
            kind: Kind::Str(self.key),
            origin,
        }
    }
}

/// The bit of a key hash in [`Map::may_have`].
pub fn bit(hash: u32) -> u64 {
    1 << (hash >> 26)
}

impl<'a> Value<'a> {
    /// Returns another value with the same origin.
    pub fn with(&self, kind: Kind<'a>) -> Value<'a> {
        Value {
            kind,
            origin: self.origin,
        }
    }

    /// The elements, if the value is a list.
    pub fn list(&self) -> Option<&'a [Value<'a>]> {
        match self.kind {
            Kind::List(items) => Some(items),
            _ => None,
        }
    }

    /// Whether the value is neither a list nor a map.
    pub fn is_scalar(&self) -> bool {
        !matches!(self.kind, Kind::List(_) | Kind::Map(_))
    }

    /// The type name that cfn-guard's messages use.
    pub fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "bool",
            Kind::Int(_) => "int",
            Kind::Float(_) => "float",
            Kind::Str(_) => "String",
            Kind::List(_) => "array",
            Kind::Map(_) => "map",
            Kind::Regex(_) => "Regex",
            Kind::Char(_) => "char",
            Kind::IntRange(_) => "range(int, int)",
            Kind::FloatRange(_) => "range(float, float)",
            Kind::CharRange(_) => "range(char, char)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_maps_have_the_same_lookups() {
        let arena = bumpalo::Bump::new();
        let keys: Vec<String> = (0..100).map(|i| format!("key{i}")).collect();
        let entries: Vec<Entry> = keys
            .iter()
            .zip(0..)
            .map(|(key, i)| Entry {
                key,
                hash: hash(key),
                value: Value {
                    kind: Kind::Int(i),
                    origin: Origin::Node(0),
                },
            })
            .collect();
        for size in [0, 1, LARGE, LARGE + 1, 100] {
            let map = Map::new(&arena, &entries[..size], None);
            for (index, key) in keys.iter().enumerate() {
                let found = map
                    .get(key, hash(key))
                    .map(|value| matches!(value.kind, Kind::Int(i) if i == index as i64));
                assert_eq!(found, (index < size).then_some(true), "{key} among {size}");
            }
        }
    }
}
