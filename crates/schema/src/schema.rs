//! A schema of an evaluation: its keywords are read once, since hardly any keyword that a check looks for is there.

use super::keyword;
use super::pack::{Json, JsonObject};

/// A schema, optionally without the keywords that are evaluated per scenario.
#[derive(Debug, Clone, Copy)]
pub struct Schema<'a> {
    /// The schema.
    pub json: Json<'a>,
    /// Whether to skip the grouping keywords ([`keyword::is_grouping`]).
    pub standard_only: bool,
    object: JsonObject<'a>,
    present: KeywordSet,
}

/// Keywords, as bits by symbol.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeywordSet([u64; 2]);

const _: () = assert!(keyword::ALL.len() <= 128);

const GROUPING: KeywordSet = {
    let (mut set, mut symbol) = (KeywordSet([0; 2]), 0);
    while symbol < keyword::ALL.len() as u32 {
        if keyword::is_grouping(symbol) {
            set = set.with(symbol);
        }
        symbol += 1;
    }
    set
};

impl KeywordSet {
    /// Returns the set of these symbols.
    pub const fn of(symbols: &[u32]) -> KeywordSet {
        let (mut set, mut rest) = (KeywordSet([0; 2]), symbols);
        while let [first, tail @ ..] = rest {
            set = set.with(*first);
            rest = tail;
        }
        set
    }

    /// Symbols of other texts are not added.
    #[inline]
    const fn with(self, symbol: u32) -> KeywordSet {
        let ([low, high], bit) = (self.0, 1 << (symbol % u64::BITS));
        KeywordSet(match symbol / u64::BITS {
            0 => [low | bit, high],
            1 => [low, high | bit],
            _ => [low, high],
        })
    }

    #[inline]
    const fn has(self, symbol: u32) -> bool {
        let [low, high] = self.0;
        let word = match symbol / u64::BITS {
            0 => low,
            1 => high,
            _ => 0,
        };
        (word >> (symbol % u64::BITS)) & 1 == 1
    }

    /// Returns whether both sets have a keyword.
    #[inline]
    const fn meets(self, other: KeywordSet) -> bool {
        let ([low, high], [other_low, other_high]) = (self.0, other.0);
        low & other_low | high & other_high != 0
    }

    const fn without(self, other: KeywordSet) -> KeywordSet {
        let ([low, high], [other_low, other_high]) = (self.0, other.0);
        KeywordSet([low & !other_low, high & !other_high])
    }
}

impl<'a> From<Json<'a>> for Schema<'a> {
    fn from(json: Json<'a>) -> Schema<'a> {
        let object = json.as_object().unwrap_or(JsonObject::empty(json.pack()));
        let present = object
            .symbols()
            .fold(KeywordSet::default(), KeywordSet::with);
        Schema {
            json,
            standard_only: false,
            object,
            present,
        }
    }
}

impl<'a> Schema<'a> {
    /// Returns the schema that skips the grouping keywords.
    pub(super) fn without_grouping(self) -> Schema<'a> {
        Schema {
            standard_only: true,
            ..self
        }
    }

    /// Returns the value of a keyword of the schema, unless it is skipped.
    #[inline]
    pub fn get(&self, symbol: u32) -> Option<Json<'a>> {
        if self.standard_only && keyword::is_grouping(symbol) {
            return None;
        }
        self.keyword(symbol)
    }

    /// Returns whether the schema has any of these keywords, not counting those that are skipped.
    #[inline]
    pub fn has_any(&self, keywords: KeywordSet) -> bool {
        let wanted = if self.standard_only {
            keywords.without(GROUPING)
        } else {
            keywords
        };
        self.present.meets(wanted)
    }

    /// Returns the value of a keyword, also of one that is skipped.
    #[inline]
    pub fn keyword(&self, symbol: u32) -> Option<Json<'a>> {
        if self.present.has(symbol) {
            self.object.keyword(symbol)
        } else {
            None
        }
    }

    /// Returns the keywords in file order, also those that are skipped.
    #[inline]
    pub(super) fn keywords(&self) -> impl Iterator<Item = (u32, Json<'a>)> + use<'a> {
        self.object.keywords()
    }

    /// Returns whether there are grouping keywords.
    #[inline]
    pub(super) fn has_grouping(&self) -> bool {
        self.present.meets(GROUPING)
    }
}
