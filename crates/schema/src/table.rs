//! How keywords are checked: a table from a keyword's symbol to its check.
//!
//! The registry [`keywords`](super::keywords) holds JSON Schema's own meaning. A rule that gives a keyword a meaning of
//! its own (cfn-lint's E3012 for `type` below resource properties) makes a table that differs there, and what is nested
//! in its schema inherits it.

use super::check::{Site, Walk};
use super::keyword;
use super::violation::Violations;

/// Checks one keyword of a schema against a value: adds what it violates.
pub type Check = for<'a, 'w> fn(&Walk<'a>, &Site<'a, 'w>, &mut Violations<'a>);

/// A keyword with its check: one file each in `schema/keywords`.
#[derive(Debug)]
pub struct Keyword {
    /// Its number, of [`keyword`](super::keyword).
    pub symbol: u32,
    /// What it asks of a value.
    pub check: Check,
}

/// Functions whose value is not known where a composite keyword asks for it, even where no rule validates them.
const FUNCTIONS: &[u32] = &[
    keyword::REF_FUNCTION,
    keyword::FN_BASE64,
    keyword::FN_CIDR,
    keyword::FN_FIND_IN_MAP,
    keyword::FN_GET_ATT,
    keyword::FN_GET_AZS,
    keyword::FN_IMPORT_VALUE,
    keyword::FN_JOIN,
    keyword::FN_SELECT,
    keyword::FN_SPLIT,
    keyword::FN_SUB,
    keyword::FN_TRANSFORM,
    keyword::FN_TO_JSON_STRING,
    keyword::FN_LENGTH,
    keyword::FN_IF,
    keyword::FN_GET_STACK_OUTPUT,
];

fn unknown_in_composites<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.cx.composite {
        site.unknown(out);
    }
}

/// Which check each keyword has; none for words that ask nothing of a value.
#[derive(Debug, Clone)]
pub struct Table {
    checks: [Option<Check>; keyword::ALL.len()],
}

impl Table {
    /// JSON Schema's keywords and cfn-lint's additions.
    pub fn standard() -> Table {
        let functions = FUNCTIONS.iter().map(|symbol| (*symbol, unknown_in_composites as Check));
        Table { checks: [None; keyword::ALL.len()] }
            .with(functions)
            .with(super::keywords::ALL.iter().map(|word| (word.symbol, word.check)))
    }

    /// This table with other checks for some keywords.
    #[must_use]
    pub fn with(&self, checks: impl IntoIterator<Item = (u32, Check)>) -> Table {
        let mut table = self.clone();
        for (symbol, check) in checks {
            if let Some(slot) = table.checks.get_mut(symbol as usize) {
                *slot = Some(check);
            }
        }
        table
    }

    /// The check of a keyword.
    pub fn get(&self, symbol: u32) -> Option<Check> {
        self.checks.get(symbol as usize).copied().flatten()
    }
}
