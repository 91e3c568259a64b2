//! Keys of queries. A key that a map lacks is looked up in seven other case conversions.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::case_conversion;
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
    conversions: OnceLock<Arc<Conversions>>,
}

#[derive(Debug)]
struct Conversions {
    /// The results of all case conversions.
    all: [Conversion; case_conversion::COUNT],
    /// The conversions whose result differs from the key as written and from the results of earlier ones.
    distinct: Box<[u8]>,
    /// The union of the bits for [`Map::may_have`]: most maps that lack a key lack it in every case.
    bits: u64,
}

#[derive(Debug)]
struct Conversion {
    text: String,
    hash: u32,
}

impl Key {
    /// Creates a key.
    pub fn new(text: Box<str>) -> Key {
        Key {
            hash: value::hash(&text),
            text,
            conversions: OnceLock::new(),
        }
    }

    /// Looks up the key; also returns the case conversion that found it, or the given one if the key was found as
    /// written.
    pub fn find<'a>(&self, map: &Map<'a>, case: Option<Case>) -> Option<(Ref<'a>, Option<Case>)> {
        if let Some(value) = map.get(&self.text, self.hash) {
            return Some((value, case));
        }
        let conversions = self.conversions();
        match case {
            Some(Case(index)) => {
                let conversion = conversions.all.get(usize::from(index))?;
                map.get(&conversion.text, conversion.hash)
                    .map(|value| (value, case))
            }
            None if !map.may_have(conversions.bits) => None,
            None => conversions.others().find_map(|(conversion, index)| {
                map.get(&conversion.text, conversion.hash)
                    .map(|value| (value, Some(Case(index))))
            }),
        }
    }

    /// Returns the values that [`find`](Self::find) would return, each if the map lacked those before it.
    pub fn candidates<'k, 'a>(
        &'k self,
        map: &'k Map<'a>,
        case: Option<Case>,
    ) -> impl Iterator<Item = (Ref<'a>, Option<Case>)> + use<'k, 'a> {
        let written = map.get(&self.text, self.hash).map(|value| (value, case));
        let conversions = self.conversions();
        let given =
            case.and_then(|Case(index)| Some((conversions.all.get(usize::from(index))?, index)));
        let any = case.is_none() && map.may_have(conversions.bits);
        let others = given
            .into_iter()
            .chain(any.then(|| conversions.others()).into_iter().flatten());
        let converted = others.filter_map(move |(conversion, index)| {
            map.get(&conversion.text, conversion.hash)
                .map(|value| (value, Some(Case(index))))
        });
        written.into_iter().chain(converted)
    }

    /// Returns all texts by which the key is looked up.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.text).chain(
            self.conversions()
                .others()
                .map(|(conversion, _)| conversion.text.as_str()),
        )
    }

    /// Returns the values that a map has for the key in any case conversion.
    pub fn find_all<'a>(&self, map: &Map<'a>) -> impl Iterator<Item = Ref<'a>> {
        let written = map.get(&self.text, self.hash);
        let conversions = self.conversions();
        let others = map
            .may_have(conversions.bits)
            .then(|| conversions.others())
            .into_iter()
            .flatten();
        written
            .into_iter()
            .chain(others.filter_map(|(conversion, _)| map.get(&conversion.text, conversion.hash)))
    }

    fn conversions(&self) -> &Conversions {
        self.conversions.get_or_init(|| conversions_of(&self.text))
    }
}

impl Conversions {
    /// Returns all distinct case conversions except the key as written.
    fn others(&self) -> impl Iterator<Item = (&Conversion, u8)> {
        self.distinct
            .iter()
            .filter_map(|case| Some((self.all.get(usize::from(*case))?, *case)))
    }
}

/// Returns the keys by which queries on any spelling of a name find a value: the name, its case conversions, and the case
/// conversions of these.
pub fn key_spellings(name: &str) -> BTreeSet<String> {
    let mut spellings = BTreeSet::from([name.to_owned()]);
    let mut waiting = vec![name.to_owned()];
    // Conversions keep the letters, or cut a plural to its singular, so that the set is complete after a few rounds.
    while let Some(text) = waiting.pop() {
        for spelling in case_conversion::conversions(&text) {
            if spellings.insert(spelling.clone()) {
                waiting.push(spelling);
            }
        }
    }
    spellings
}

/// Returns the case conversions of a key. They are cached across rules files up to a limit, because rules files miss
/// the same few keys, and computing them takes longer than evaluating most clauses.
fn conversions_of(text: &str) -> Arc<Conversions> {
    const MAX_CACHED: usize = 2048;
    type Cache = hash::Map<Box<str>, Arc<Conversions>>;
    static CACHE: OnceLock<Mutex<Cache>> = OnceLock::new();
    // The map is consistent even if a thread panicked while it held the lock.
    let mut cache = CACHE
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(conversions) = cache.get(text) {
        return Arc::clone(conversions);
    }
    let all = case_conversion::conversions(text).map(|text| Conversion {
        hash: value::hash(&text),
        text,
    });
    let is_new = |(at, conversion): &(usize, &Conversion)| {
        conversion.text != text
            && all
                .iter()
                .take(*at)
                .all(|earlier| earlier.text != conversion.text)
    };
    let distinct: Box<[u8]> = all
        .iter()
        .enumerate()
        .filter(is_new)
        .filter_map(|(at, _)| at.try_into().ok())
        .collect();
    let others = distinct
        .iter()
        .filter_map(|case| all.get(usize::from(*case)));
    let bits = others.fold(0, |bits, conversion| bits | bit(conversion.hash));
    let conversions = Arc::new(Conversions {
        all,
        distinct,
        bits,
    });
    if cache.len() < MAX_CACHED && text.len() <= 100 {
        cache.insert(text.into(), Arc::clone(&conversions));
    }
    conversions
}
