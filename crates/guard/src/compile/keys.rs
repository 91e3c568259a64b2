//! Keys and their other spellings: a key that a map does not have is looked for in seven more.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::spell;
use crate::hash;
use crate::value::{self, Map, Ref, bit};

/// How a key is spelt anew. The first that a map has holds for the rest of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case(u8);

/// A key of a query.
#[derive(Debug)]
pub struct Key {
    /// As written.
    pub text: Box<str>,
    hash: u32,
    /// Made when the key is first missed.
    spellings: OnceLock<Arc<Spellings>>,
}

#[derive(Debug)]
struct Spellings {
    /// One for each case.
    all: [Spelling; spell::COUNT],
    /// The cases whose spelling is neither the key as written nor that of an earlier case: the others find nothing new.
    distinct: Box<[u8]>,
    /// What [`Map::may_have`] asks of all of them: most maps that miss a key miss it in every spelling.
    bits: u64,
}

#[derive(Debug)]
struct Spelling {
    text: Box<str>,
    hash: u32,
}

impl Key {
    /// A key of this text.
    pub fn new(text: Box<str>) -> Key {
        Key { hash: value::hash(&text), text, spellings: OnceLock::new() }
    }

    /// The value of the key, and the spelling it was found in where it is not the one written.
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

    /// Every text that the key is looked for by.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.text).chain(self.spellings().others().map(|(spelling, _)| &*spelling.text))
    }

    /// The values that a map has for it in any spelling.
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
    /// All spellings but the one written, each with its first case.
    fn others(&self) -> impl Iterator<Item = (&Spelling, u8)> {
        self.distinct.iter().filter_map(|case| Some((self.all.get(usize::from(*case))?, *case)))
    }
}

/// The spellings of a key. Rules files miss the same few keys, and spelling one takes longer than most clauses: what is
/// known is kept for all of them, up to a bound.
fn spellings_of(text: &str) -> Arc<Spellings> {
    const MOST: usize = 2048;
    type Known = hash::Map<Box<str>, Arc<Spellings>>;
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    // What is in the map is whole at any time.
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
