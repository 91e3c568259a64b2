//! The results of queries.

use crate::budget::BudgetVec;
use crate::compile::program::Part;
use crate::value::{Origin, Ref};

/// The results of a query, in order.
pub type QueryResults<'e> = BudgetVec<'e, QueryResult<'e>>;

/// A result of a query.
#[derive(Debug, Clone, Copy)]
pub enum QueryResult<'e> {
    /// A value of the document or of a function.
    Resolved(Ref<'e>),
    /// A literal in the rules, written directly or assigned to a variable; some operators treat literals differently.
    Literal(Ref<'e>),
    /// The query did not resolve.
    Missing(Missing<'e>),
}

/// An unresolved query.
#[derive(Debug, Clone, Copy)]
pub struct Missing<'e> {
    /// The last value reached.
    pub at: Ref<'e>,
    /// The remaining parts of the query.
    pub rest: &'e [Part],
    /// Why the query did not resolve; rendered only in reports.
    pub why: MissingReason<'e>,
}

/// Why a query did not resolve.
#[derive(Debug, Clone, Copy)]
pub enum MissingReason<'e> {
    /// `[*]` or `.*` on an empty list or map.
    NoEntries,
    /// An index out of bounds.
    OutOfBounds(i64),
    /// An index, written as a key, on a value that is not a list.
    KeyOfNoList(i64),
    /// An index on a value that is not a list.
    IndexOfNoList(i64),
    /// A key that the map does not have in any case conversion.
    NoKey(&'e str),
    /// A key on a value that is not a map.
    KeyOfNoMap(&'e str),
    /// `.%name[index]` if the variable has fewer results.
    TooFewNames {
        /// The index.
        index: i64,
        /// The variable.
        variable: &'e str,
        /// Its results.
        results: &'e [QueryResult<'e>],
    },
    /// `.%name` if a result of the variable is unresolved.
    NameMissing(&'e str, &'e Missing<'e>),
    /// `.%name` if the map lacks the key; the key, and the value whose path is shown.
    NoSuchName(&'e str, Ref<'e>),
    /// A filter on a scalar.
    FilterOfScalar,
    /// A key filter on a value that is not a map.
    KeyFilterOfNoMap,
}

impl<'e> QueryResult<'e> {
    /// The value, if the query resolved.
    pub fn value(&self) -> Option<Ref<'e>> {
        match self {
            QueryResult::Resolved(value) | QueryResult::Literal(value) => Some(value),
            QueryResult::Missing(_) => None,
        }
    }

    /// The origin of the value; of a missing one, that of the value without it.
    pub fn origin(&self) -> Origin<'e> {
        match self {
            QueryResult::Resolved(value) | QueryResult::Literal(value) => value.origin,
            QueryResult::Missing(missing) => missing.at.origin,
        }
    }

    /// Converts a literal to a resolved value.
    pub fn resolved(self) -> QueryResult<'e> {
        match self {
            QueryResult::Literal(value) => QueryResult::Resolved(value),
            other => other,
        }
    }
}
