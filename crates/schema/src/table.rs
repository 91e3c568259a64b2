//! The dispatch table from keyword symbols to checks, and the checks of rules.
//!
//! The registry [`keywords`](super::keywords) contains the standard checks. A rule that redefines a keyword (cfn-lint's
//! E3012 redefines `type` below resource properties) derives a table with its own check, which nested schemas inherit.

use super::context::Context;
use super::evaluation::{Assertion, Evaluation};
use super::keyword;
use super::violation::{Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;

/// Checks one keyword of a schema against an instance and adds the violations.
pub type Check = for<'a, 'w> fn(&Evaluation<'a>, &Assertion<'a, 'w>, &mut Violations<'a>);

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
        Table {
            checks: [None; keyword::ALL.len()],
        }
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

/// A check with data of its own, such as a schema that it evaluates.
pub trait DataCheck: std::fmt::Debug + Sync {
    /// Checks a value for a rule and adds the violations.
    fn check<'a>(
        &'static self,
        rule: RuleId,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
        out: &mut Violations<'a>,
    );
}

/// A check that a rule attaches to paths.
#[derive(Debug, Clone, Copy)]
pub struct Attached {
    /// ID of the rule that the check belongs to.
    pub rule: RuleId,
    /// What runs at the paths.
    pub check: AttachedCheck,
}

/// Kind of an attached check.
#[derive(Debug, Clone, Copy)]
pub enum AttachedCheck {
    /// Runs on the value.
    Value(Check),
    /// Runs on the value, with data of its own.
    Data(&'static dyn DataCheck),
    /// Runs on the name in a `Ref` at the path.
    Reference(Check),
}

/// The checks of rules that the evaluation or other rules run.
#[derive(Debug, Default)]
pub struct RuleChecks {
    /// Checks that redefine a keyword, by rule and keyword.
    pub keywords: HashMap<(RuleId, u32), Check>,
    /// Formats and their rules, by name.
    pub formats: HashMap<&'static str, (RuleId, PatternFormat)>,
    /// Checks of the name in every `Ref`.
    pub references: Vec<(RuleId, Check)>,
    /// Checks at some paths; [`Places`](super::place::Places) attaches their indices.
    pub attached: Vec<Attached>,
}

/// Syntax of a `format`.
#[derive(Debug, Clone, Copy)]
pub struct PatternFormat {
    /// Name of the format in schemas.
    pub name: &'static str,
    /// Regular expression that values must match from their start.
    pub pattern: &'static str,
    /// Returns whether a value is valid in this context without matching the pattern.
    pub exception: Option<fn(&Context<'_>, &str) -> bool>,
}

impl RuleChecks {
    /// Returns the checks with which the rules of an owner redefine keywords.
    pub fn of_owner(&self, owner: &Owner) -> impl Iterator<Item = (u32, Check)> {
        let checks = owner.by_keyword.iter();
        checks.filter_map(|(symbol, rule)| Some((*symbol, *self.keywords.get(&(*rule, *symbol))?)))
    }
}
