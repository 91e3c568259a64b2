//! The dispatch table from keyword symbols to checks.
//!
//! The registry [`keywords`](super::keywords) contains the standard checks. A rule that redefines a keyword (cfn-lint's
//! E3012 redefines `type` below resource properties) derives a table with its own check, which nested schemas inherit.

use super::check::{Site, Walk};
use super::keyword;
use super::violation::Violations;

/// Checks one keyword of a schema against an instance and adds the violations.
pub type Check = for<'a, 'w> fn(&Walk<'a>, &Site<'a, 'w>, &mut Violations<'a>);

/// A keyword and its check, one file each in `schema/keywords`.
#[derive(Debug)]
pub struct Keyword {
    /// The symbol, from [`keyword`].
    pub symbol: u32,
    /// The function that evaluates the keyword.
    pub check: Check,
}

/// Keywords of functions whose value is unknown inside composite keywords, even if no rule validates them.
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
    if site.cx.purpose.decides() {
        site.unknown(out);
    }
}

/// The check of each keyword; keywords without a constraint have no check.
#[derive(Debug, Clone)]
pub struct Table {
    checks: [Option<Check>; keyword::ALL.len()],
}

impl Table {
    /// Creates the table of JSON Schema's keywords and cfn-lint's additions.
    pub fn standard() -> Table {
        let functions = FUNCTIONS.iter().map(|symbol| (*symbol, unknown_in_composites as Check));
        Table { checks: [None; keyword::ALL.len()] }
            .with(functions)
            .with(super::keywords::ALL.iter().map(|word| (word.symbol, word.check)))
    }

    /// Returns a copy of this table with other checks for some keywords.
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

    /// Returns the check of a keyword.
    pub fn get(&self, symbol: u32) -> Option<Check> {
        self.checks.get(symbol as usize).copied().flatten()
    }
}
