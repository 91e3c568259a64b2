//! What queries find.

use crate::budget::Held;
use crate::compile::program::Part;
use crate::value::Ref;

/// What a query finds, in its order.
pub type Results<'e> = Held<'e, Res<'e>>;

/// One result of a query.
#[derive(Debug, Clone, Copy)]
pub enum Res<'e> {
    /// A value found or made.
    Resolved(Ref<'e>),
    /// A literal of the rules, directly or by a variable: some operators treat it apart.
    Literal(Ref<'e>),
    /// The query led nowhere.
    Missing(Missing<'e>),
}

/// How far a query came.
#[derive(Debug, Clone, Copy)]
pub struct Missing<'e> {
    /// The value that it reached.
    pub at: Ref<'e>,
    /// What was left of it there.
    pub rest: &'e [Part],
    /// What stopped it; rendered only in reports.
    pub why: Why<'e>,
}

/// What stopped a query.
#[derive(Debug, Clone, Copy)]
pub enum Why<'e> {
    /// `[*]` or `.*` of an empty list or map.
    NoEntries,
    /// An index of a list that is not there.
    OutOfBounds(i64),
    /// An index, written as a key, of what is no list.
    KeyOfNoList(i64),
    /// An index of what is no list.
    IndexOfNoList(i64),
    /// A key that the map has in no spelling.
    NoKey(&'e str),
    /// A key of what is no map.
    KeyOfNoMap(&'e str),
    /// `.%name[index]`, where the variable has fewer results.
    TooFewNames {
        /// The index.
        index: i64,
        /// The variable.
        variable: &'e str,
        /// Its results.
        results: &'e [Res<'e>],
    },
    /// `.%name`, where a result of the variable is itself missing.
    NameMissing(&'e str, &'e Missing<'e>),
    /// `.%name`: the map has no such key; the value whose path is shown.
    NoSuchName(&'e str, Ref<'e>),
    /// A filter on a scalar.
    FilterOfScalar,
    /// A filter of keys on what is no map.
    KeyFilterOfNoMap,
}

impl<'e> Res<'e> {
    /// The value, where there is one.
    pub fn value(&self) -> Option<Ref<'e>> {
        match self {
            Res::Resolved(value) | Res::Literal(value) => Some(value),
            Res::Missing(_) => None,
        }
    }

    /// The same, its value no longer a literal.
    pub fn resolved(self) -> Res<'e> {
        match self {
            Res::Literal(value) => Res::Resolved(value),
            other => other,
        }
    }
}
