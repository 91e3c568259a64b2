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
pub struct KeywordSet(u128);

const _: () = assert!(keyword::ALL.len() <= 128);

const GROUPING: KeywordSet = {
    let (mut set, mut symbol) = (KeywordSet(0), 0);
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
        let (mut set, mut rest) = (KeywordSet(0), symbols);
        while let [first, tail @ ..] = rest {
            set = set.with(*first);
            rest = tail;
        }
        set
    }

    /// Symbols of other texts are not added.
    #[inline]
    const fn with(self, symbol: u32) -> KeywordSet {
        KeywordSet(self.0 | ((symbol < u128::BITS) as u128) << (symbol % u128::BITS))
    }

    #[inline]
    const fn has(self, symbol: u32) -> bool {
        symbol < u128::BITS && (self.0 >> symbol) & 1 == 1
    }
}

impl<'a> From<Json<'a>> for Schema<'a> {
    fn from(json: Json<'a>) -> Schema<'a> {
        let object = json.as_object().unwrap_or(JsonObject::empty(json.pack()));
        let present = object.symbols().fold(KeywordSet::default(), KeywordSet::with);
        Schema { json, standard_only: false, object, present }
    }
}

impl<'a> Schema<'a> {
    /// Returns the schema that skips the grouping keywords.
    pub(super) fn without_grouping(self) -> Schema<'a> {
        Schema { standard_only: true, ..self }
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
        let skipped = if self.standard_only { GROUPING.0 } else { 0 };
        self.present.0 & keywords.0 & !skipped != 0
    }

    /// Returns the value of a keyword, also of one that is skipped.
    #[inline]
    pub fn keyword(&self, symbol: u32) -> Option<Json<'a>> {
        if self.present.has(symbol) { self.object.keyword(symbol) } else { None }
    }

    /// Returns the keywords in file order, also those that are skipped.
    #[inline]
    pub(super) fn keywords(&self) -> impl Iterator<Item = (u32, Json<'a>)> + use<'a> {
        self.object.keywords()
    }

    /// Returns whether there are grouping keywords.
    #[inline]
    pub(super) fn has_grouping(&self) -> bool {
        self.present.0 & GROUPING.0 != 0
    }
}
