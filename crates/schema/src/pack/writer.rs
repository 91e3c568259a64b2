//! Builds a pack: takes values, stores each distinct value once and returns its ID.

use std::rc::Rc;
use std::sync::LazyLock;

use super::block::Pack;
use super::error::PackError;
use super::json::{Json, JsonKind};
use super::layout::{BLOCK, ESCAPE, HEADER, LIMIT, MAGIC, PREFIX, VERSION, WIDTH, tag, word};
use super::object::Key;
use crate::keyword;
use cfn_warden_syntax::hash::HashMap;

/// A pack under construction. Values are added bottom-up; an ID can be used any number of times.
pub struct Writer {
    /// The symbols of the strings that are not keywords.
    symbols: HashMap<Rc<str>, u32>,
    /// The text of these strings; their symbols follow those of the keywords.
    strings: Vec<Rc<str>>,
    nodes: Vec<u32>,
    /// The indices of stored words by tag and content; shapes do not have a tag.
    indices: HashMap<(Option<u32>, Box<[u32]>), u32>,
    overflow: bool,
}

/// Payloads are below this.
const PAYLOADS: u32 = LIMIT >> tag::BITS;

impl Default for Writer {
    fn default() -> Self {
        Writer::new()
    }
}

impl Writer {
    /// Creates an empty pack that contains the keywords.
    pub fn new() -> Writer {
        Writer {
            symbols: HashMap::default(),
            strings: Vec::new(),
            nodes: Vec::new(),
            indices: HashMap::default(),
            overflow: false,
        }
    }

    /// Returns the ID of `null`.
    pub fn null(&self) -> u32 {
        constant(0)
    }

    /// Returns the ID of a boolean.
    pub fn bool(&self, is: bool) -> u32 {
        constant(if is { 2 } else { 1 })
    }

    /// Adds an integer.
    pub fn int(&mut self, number: i64) -> u32 {
        const MOST: i64 = (PAYLOADS / 2) as i64;
        match i32::try_from(number) {
            Ok(small) if (-MOST..MOST).contains(&number) => {
                (small << tag::BITS).cast_unsigned() & (LIMIT - 1) | tag::SMALL
            }
            _ => self.long(tag::LONG, number.cast_unsigned()),
        }
    }

    /// Adds an integer that exceeds 64 bits, by its decimal digits.
    pub fn big_int(&mut self, digits: &str) -> u32 {
        constant(self.symbol(digits).saturating_add(3))
    }

    /// Adds a float.
    pub fn float(&mut self, number: f64) -> u32 {
        self.long(tag::FLOAT, number.to_bits())
    }

    /// Adds a string.
    pub fn string(&mut self, text: &str) -> u32 {
        match text.strip_prefix(PREFIX) {
            // pointers with further segments or escapes are stored as plain strings and resolved step by step
            Some(name) if !name.is_empty() && !name.contains(['/', '~']) => {
                self.symbol(name) << tag::BITS | tag::REFERENCE
            }
            _ => self.symbol(text) << tag::BITS | tag::TEXT,
        }
    }

    /// Adds a list of values that were added before.
    pub fn list(&mut self, items: &[u32]) -> u32 {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let words = std::iter::once(count)
            .chain(items.iter().copied())
            .collect();
        self.store(Some(tag::LIST), words)
    }

    /// Adds an object of values that were added before; keys are from [`Writer::symbol`], in file order, without
    /// duplicates.
    pub fn object(&mut self, entries: &[(u32, u32)]) -> u32 {
        let shape = self.shape(entries);
        let words = std::iter::once(shape)
            .chain(entries.iter().map(|(_, value)| *value))
            .collect();
        self.store(Some(tag::OBJECT), words)
    }

    /// Stores the keys of an object, and their positions sorted by text if the order differs.
    fn shape(&mut self, entries: &[(u32, u32)]) -> u32 {
        let count = u32::try_from(entries.len()).unwrap_or(u32::MAX >> 1);
        let mut order: Vec<u32> = (0..count).collect();
        let key = |index: &u32| {
            entries
                .get(*index as usize)
                .map_or("", |(symbol, _)| self.text_of(*symbol))
        };
        let ordered = order.is_sorted_by_key(key);
        order.sort_by_key(key);
        let mut words = vec![count << 1 | u32::from(!ordered)];
        words.extend(entries.iter().map(|(symbol, _)| *symbol));
        words.extend(order.iter().filter(|_| !ordered));
        self.store(None, words)
    }

    /// Copies a value from another pack.
    pub fn copy(&mut self, json: Json<'_>) -> u32 {
        match json.kind() {
            JsonKind::Null => self.null(),
            JsonKind::Bool(is) => self.bool(is),
            JsonKind::Int(number) => self.int(number),
            JsonKind::BigInt(digits) => self.big_int(digits),
            JsonKind::Float(number) => self.float(number),
            JsonKind::Str(text) => self.string(text),
            JsonKind::List(list) => {
                let items: Vec<u32> = list.iter().map(|item| self.copy(item)).collect();
                self.list(&items)
            }
            JsonKind::Object(object) => {
                let copy =
                    |(key, value): (Key<'_>, Json<'_>)| (self.symbol(key.text), self.copy(value));
                let entries: Vec<(u32, u32)> = object.entries().map(copy).collect();
                self.object(&entries)
            }
        }
    }

    /// Returns the symbol of a text, adding it if necessary.
    pub fn symbol(&mut self, text: &str) -> u32 {
        if let Some(symbol) = keyword::symbol(text).or_else(|| self.symbols.get(text).copied()) {
            return symbol;
        }
        let symbol = self.bounded(keyword::ALL.len() + self.strings.len());
        let text: Rc<str> = text.into();
        self.strings.push(text.clone());
        self.symbols.insert(text, symbol);
        symbol
    }

    fn text_of(&self, symbol: u32) -> &str {
        let place = symbol as usize;
        match place.checked_sub(keyword::ALL.len()) {
            Some(own) => self.strings.get(own).map_or("", |text| text),
            None => keyword::ALL.get(place).copied().unwrap_or_default(),
        }
    }

    /// Builds the pack; fails with `TooLarge`.
    pub fn finish(self, root: u32) -> Result<Pack, PackError> {
        if self.overflow {
            return Err(PackError::TooLarge);
        }
        // The last value may exceed the limit: only where values start was checked.
        if self.nodes.len() >= LIMIT as usize {
            return Err(PackError::TooLarge);
        }
        let Strings {
            starts,
            long,
            lengths,
            text,
        } = self.lay_out()?;
        let count = |number: usize| u32::try_from(number).map_err(|_| PackError::TooLarge);
        let header: [u32; HEADER] = [
            MAGIC,
            VERSION,
            count(keyword::ALL.len())?,
            count(lengths.len())?,
            root,
            bounded(text.len())?,
            count(long.len() / 2)?,
        ];
        let mut words: Vec<u8> = header
            .iter()
            .chain(&starts)
            .chain(&long)
            .flat_map(|number| word(*number))
            .collect();
        let padding = lengths.len().next_multiple_of(WIDTH) - lengths.len();
        words.extend(lengths);
        words.extend(std::iter::repeat_n(0, padding));
        words.extend(self.nodes.iter().flat_map(|number| word(*number)));
        Pack::new(words, text)
    }

    /// Concatenates all strings, and notes where they are.
    fn lay_out(&self) -> Result<Strings, PackError> {
        // All packs begin with the keywords.
        static KEYWORDS: LazyLock<Strings> = LazyLock::new(|| {
            let mut strings = Strings::default();
            // They are far below the limits.
            let _ = keyword::ALL.iter().try_for_each(|word| strings.add(word));
            strings
        });
        let mut strings = KEYWORDS.clone();
        self.strings
            .iter()
            .try_for_each(|string| strings.add(string))?;
        Ok(strings)
    }

    /// Stores 64 bits in three words.
    fn long(&mut self, tag: u32, bits: u64) -> u32 {
        let parts = [0, 1, 2].map(|part| bits >> (8 * WIDTH * part) & u64::from(LIMIT - 1));
        self.store(
            Some(tag),
            parts
                .iter()
                .map(|part| u32::try_from(*part).unwrap_or_default())
                .collect(),
        )
    }

    /// Returns the ID of words with a tag, or the index of a shape; stores them on first use.
    fn store(&mut self, tag: Option<u32>, words: Vec<u32>) -> u32 {
        let next = self.bounded(self.nodes.len());
        let key = (tag, words.into_boxed_slice());
        let index = match self.indices.get(&key) {
            Some(index) => *index,
            None => {
                self.nodes.extend(&key.1);
                self.indices.insert(key, next);
                next
            }
        };
        tag.map_or(index, |tag| index << tag::BITS | tag)
    }

    fn bounded(&mut self, number: usize) -> u32 {
        match u32::try_from(number) {
            Ok(number) if number < PAYLOADS - 3 => number,
            _ => {
                self.overflow = true;
                0
            }
        }
    }
}

/// The strings of a pack as they are stored, in the order of their symbols.
#[derive(Clone, Default)]
struct Strings {
    /// The start of each block of [`BLOCK`] strings.
    starts: Vec<u32>,
    /// Symbol and length of each string that is too long for a byte.
    long: Vec<u32>,
    lengths: Vec<u8>,
    text: String,
}

impl Strings {
    fn add(&mut self, string: &str) -> Result<(), PackError> {
        let symbol = bounded(self.lengths.len())?;
        if self.lengths.len().is_multiple_of(BLOCK) {
            self.starts.push(bounded(self.text.len())?);
        }
        let length = u8::try_from(string.len()).unwrap_or(ESCAPE);
        if length == ESCAPE {
            self.long.extend([symbol, bounded(string.len())?]);
        }
        self.lengths.push(length);
        self.text.push_str(string);
        self.text.push('\n');
        Ok(())
    }
}

fn bounded(bytes: usize) -> Result<u32, PackError> {
    u32::try_from(bytes)
        .ok()
        .filter(|bytes| *bytes < LIMIT)
        .ok_or(PackError::TooLarge)
}

fn constant(payload: u32) -> u32 {
    payload << tag::BITS | tag::CONSTANT
}
