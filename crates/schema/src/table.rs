//! The dispatch table from keyword symbols to checks.
//!
//! The registry [`keywords`](super::keywords) contains the standard checks. A rule that redefines a keyword (cfn-lint's
//! E3012 redefines `type` below resource properties) derives a table with its own check, which nested schemas inherit.

use super::evaluation::{Site, Walk};
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

/// The check of each keyword; keywords without a constraint have no check.
#[derive(Debug, Clone)]
pub struct Table {
    checks: [Option<Check>; keyword::ALL.len()],
}

impl Table {
    /// Creates a table without checks.
    pub fn empty() -> Table {
        Table { checks: [None; keyword::ALL.len()] }
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
