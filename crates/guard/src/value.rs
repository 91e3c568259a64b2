//! What rules are evaluated over: values of documents, literals of rules, and what functions make.
//!
//! A value is small and `Copy`; its path and place are not kept in it but found by its [`Origin`] when a report asks.

use super::regex::Regex;
use super::syntax::ast::Range;

/// A handle of a value.
pub type Ref<'a> = &'a Value<'a>;

/// A value and where it comes from.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    /// What it is.
    pub kind: Kind<'a>,
    /// Finds path and place.
    pub origin: Origin<'a>,
}

/// The kinds of values; from `Regex` on, those of documents come first, those of rules only after them.
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
    /// `/expression/` of a rule.
    Regex(&'a Regex),
    /// What `parse_char` makes.
    Char(char),
    /// `r[1, 5)` of a rule.
    IntRange(&'a Range<i64>),
    /// `r[1.0, 5.0)` of a rule.
    FloatRange(&'a Range<f64>),
    /// `r[a, z]` of a rule.
    CharRange(&'a Range<char>),
}

/// What path and place are derived from.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// A value of the document.
    Node(u32),
    /// The key of that value.
    Key(u32),
    /// A literal, or a part of what a function made.
    Fixed(&'a Fixed<'a>),
}

/// A path and place that no document node stands for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fixed<'a> {
    /// Steps, each after a `/`.
    pub path: &'a str,
    /// Line and column.
    pub place: Place,
}

/// Line and column as the reference counts them: from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// 0-based line.
    pub line: u32,
    /// 0-based column.
    pub column: u32,
}

/// A map: keys unique, each at its first place with its last value.
#[derive(Debug)]
pub struct Map<'a> {
    /// In source order.
    pub entries: &'a [Entry<'a>],
    /// The keys as written where one of them is repeated: key filters see each of them.
    pub keys: Option<&'a [Value<'a>]>,
    /// One bit for each key, by hash: most look-ups of missing keys end here.
    seen: u64,
    /// Of a large map: hash and index of each entry, sorted.
    sorted: &'a [(u32, u32)],
}

/// A key and its value.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The key.
    pub key: &'a str,
    /// [`hash`] of the key.
    pub hash: u32,
    /// The value.
    pub value: Value<'a>,
}

/// Maps with more entries than this are searched by hash rather than from end to end.
const LARGE: usize = 24;

impl<'a> Map<'a> {
    /// A map of these entries, whose keys are unique.
    pub fn new(arena: &'a bumpalo::Bump, entries: &'a [Entry<'a>], keys: Option<&'a [Value<'a>]>) -> Map<'a> {
        let seen = entries.iter().fold(0, |seen, entry| seen | bit(entry.hash));
        let mut sorted: &'a [(u32, u32)] = &[];
        if entries.len() > LARGE {
            let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            let mut all: Vec<_> = entries.iter().map(|entry| entry.hash).zip(0..count).collect();
            all.sort_unstable();
            sorted = arena.alloc_slice_copy(&all);
        }
        Map { entries, keys, seen, sorted }
    }

    /// Whether it may have one of some keys: [`bit`]s of their hashes.
    pub fn may_have(&self, bits: u64) -> bool {
        self.seen & bits != 0
    }

    /// The value of a key, whose [`hash`] is given.
    pub fn get(&self, key: &str, hash: u32) -> Option<Ref<'a>> {
        if self.seen & bit(hash) == 0 {
            return None;
        }
        if self.sorted.is_empty() {
            return self.entries.iter().find(|entry| entry.hash == hash && entry.key == key).map(|entry| &entry.value);
        }
        let first = self.sorted.partition_point(|(other, _)| *other < hash);
        let same = self.sorted.get(first..)?.iter().take_while(|(other, _)| *other == hash);
        same.filter_map(|(_, index)| self.entries.get(*index as usize))
            .find(|entry| entry.key == key)
            .map(|entry| &entry.value)
    }
}

impl<'a> Entry<'a> {
    /// The key as a value.
    pub fn key_value(&self) -> Value<'a> {
        let origin = match self.value.origin {
            Origin::Node(id) => Origin::Key(id),
            other => other,
        };
        Value { kind: Kind::Str(self.key), origin }
    }
}

/// The hash that keys of documents and of rules are compared by before their text is.
pub fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The bit that stands for a key in [`Map::may_have`].
pub fn bit(hash: u32) -> u64 {
    // The upper bits of FNV-1a are the better mixed ones.
    1 << (hash >> 26)
}

impl<'a> Value<'a> {
    /// Another value at the same place.
    pub fn with(&self, kind: Kind<'a>) -> Value<'a> {
        Value { kind, origin: self.origin }
    }

    /// The elements of a list.
    pub fn list(&self) -> Option<&'a [Value<'a>]> {
        match self.kind {
            Kind::List(items) => Some(items),
            _ => None,
        }
    }

    /// Neither list nor map.
    pub fn is_scalar(&self) -> bool {
        !matches!(self.kind, Kind::List(_) | Kind::Map(_))
    }

    /// The kind's name in messages.
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
    fn large_maps_find_what_small_ones_find() {
        let arena = bumpalo::Bump::new();
        let keys: Vec<String> = (0..100).map(|i| format!("key{i}")).collect();
        let entries: Vec<Entry> = keys
            .iter()
            .zip(0..)
            .map(|(key, i)| Entry {
                key,
                hash: hash(key),
                value: Value { kind: Kind::Int(i), origin: Origin::Node(0) },
            })
            .collect();
        for size in [0, 1, LARGE, LARGE + 1, 100] {
            let map = Map::new(&arena, &entries[..size], None);
            for (index, key) in keys.iter().enumerate() {
                let found =
                    map.get(key, hash(key)).map(|value| matches!(value.kind, Kind::Int(i) if i == index as i64));
                assert_eq!(found, (index < size).then_some(true), "{key} among {size}");
            }
        }
    }
}
