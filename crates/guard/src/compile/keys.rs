//! Keys of queries. A key that a map lacks is looked up in seven other case conversions.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::spell;
use crate::hash;
use crate::value::{self, Map, Ref, bit};

/// A case conversion. The first one that finds a key applies to the rest of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case(u8);

/// A key of a query.
#[derive(Debug)]
pub struct Key {
    /// The key as written.
    pub text: Box<str>,
    hash: u32,
    /// Computed when the key is first missing in a map.
    spellings: OnceLock<Arc<Spellings>>,
}

#[derive(Debug)]
struct Spellings {
    /// The results of all case conversions.
    all: [Spelling; spell::COUNT],
    /// The conversions whose result differs from the key as written and from the results of earlier ones.
    distinct: Box<[u8]>,
    /// The union of the bits for [`Map::may_have`]: most maps that lack a key lack it in every case.
    bits: u64,
}

#[derive(Debug)]
struct Spelling {
    text: Box<str>,
    hash: u32,
}

impl Key {
    /// Creates a key.
    pub fn new(text: Box<str>) -> Key {
        Key { hash: value::hash(&text), text, spellings: OnceLock::new() }
    }

    /// Looks up the key; also returns the case conversion that found it, or the given one if the key was found as
    /// written.
    pub fn find<'a>(&self, map: &Map<'a>, case: Option<Case>) -> Option<(Ref<'a>, Option<Case>)> {
        if let Some(value) = map.get(&self.text, self.hash) {
            return Some((value, case));
        }
        let spellings = self.spellings();
        match case {
            Some(Case(index)) => {
                let spelling = spellings.all.get(usize::from(index))?;
                map.get(&spelling.text, spelling.hash).map(|value| (value, case))
            }
            None if !map.may_have(spellings.bits) => None,
            None => spellings.others().find_map(|(spelling, index)| {
                map.get(&spelling.text, spelling.hash).map(|value| (value, Some(Case(index))))
            }),
        }
    }

    /// Returns all texts by which the key is looked up.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.text).chain(self.spellings().others().map(|(spelling, _)| &*spelling.text))
    }

    /// Returns the values that a map has for the key in any case conversion.
    pub fn find_all<'a>(&self, map: &Map<'a>) -> impl Iterator<Item = Ref<'a>> {
        let written = map.get(&self.text, self.hash);
        let spellings = self.spellings();
        let others = map.may_have(spellings.bits).then(|| spellings.others()).into_iter().flatten();
        written.into_iter().chain(others.filter_map(|(spelling, _)| map.get(&spelling.text, spelling.hash)))
    }

    fn spellings(&self) -> &Spellings {
        self.spellings.get_or_init(|| spellings_of(&self.text))
    }
}

impl Spellings {
    /// Returns all distinct case conversions except the key as written.
    fn others(&self) -> impl Iterator<Item = (&Spelling, u8)> {
        self.distinct.iter().filter_map(|case| Some((self.all.get(usize::from(*case))?, *case)))
    }
}

/// Returns the case conversions of a key. They are cached across rules files up to a limit, because rules files miss
/// the same few keys, and computing them takes longer than evaluating most clauses.
fn spellings_of(text: &str) -> Arc<Spellings> {
    const MOST: usize = 2048;
    type Known = hash::Map<Box<str>, Arc<Spellings>>;
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    // The map is consistent even if a thread panicked while it held the lock.
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(spellings) = known.get(text) {
        return Arc::clone(spellings);
    }
    let all = spell::spellings(text).map(|text| Spelling { hash: value::hash(&text), text: text.into() });
    let is_new = |(at, spelling): &(usize, &Spelling)| {
        *spelling.text != *text && all.iter().take(*at).all(|earlier| earlier.text != spelling.text)
    };
    let distinct: Box<[u8]> = all.iter().enumerate().filter(is_new).filter_map(|(at, _)| at.try_into().ok()).collect();
    let others = distinct.iter().filter_map(|case| all.get(usize::from(*case)));
    let bits = others.fold(0, |bits, spelling| bits | bit(spelling.hash));
    let spellings = Arc::new(Spellings { all, distinct, bits });
    if known.len() < MOST && text.len() <= 100 {
        known.insert(text.into(), Arc::clone(&spellings));
    }
    spellings
}
