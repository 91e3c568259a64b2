//! Searches with fancy-regex, charged by the steps they take.

use std::sync::OnceLock;

use fancy_regex::{Error, Expr, Regex, RegexBuilder, RuntimeError};

use super::analysis;
use crate::budget::{Budget, LimitExceeded};
use crate::eval::error::EvalError;

/// Why a search did not finish.
#[derive(Debug)]
pub enum SearchError {
    /// An error of the expression, usually too much backtracking.
    Expression(Box<Error>),
    /// An error of the evaluation.
    EvalError(EvalError),
}

impl From<Error> for SearchError {
    fn from(error: Error) -> SearchError {
        SearchError::Expression(Box::new(error))
    }
}

impl From<LimitExceeded> for SearchError {
    fn from(error: LimitExceeded) -> SearchError {
        SearchError::EvalError(error.into())
    }
}

/// A compiled expression in cfn-guard's dialect.
#[derive(Debug)]
pub struct BacktrackingRegex {
    text: String,
    /// The approximate number of states.
    size: u64,
    /// How many bytes may be read at a backtracking point; `None` if any number.
    reach: Option<u64>,
    compiled: [OnceLock<Result<Regex, String>>; BACKTRACK_LIMITS.len()],
}

/// A backtracking limit and the steps that it is charged as. Nearly all searches finish within the first limit; the
/// last is cfn-guard's.
#[derive(Debug, Clone, Copy)]
struct BacktrackLimit {
    backtracks: usize,
    steps: u64,
}

const BACKTRACK_LIMITS: [BacktrackLimit; 5] = [
    BacktrackLimit {
        backtracks: 200,
        steps: 50,
    },
    BacktrackLimit {
        backtracks: 2_000,
        steps: 1_000,
    },
    BacktrackLimit {
        backtracks: 20_000,
        steps: 10_000,
    },
    BacktrackLimit {
        backtracks: 64_000,
        steps: 32_000,
    },
    BacktrackLimit {
        backtracks: 1_000_000,
        steps: 500_000,
    },
];

impl BacktrackingRegex {
    /// Compiles an expression.
    ///
    /// # Errors
    /// The message of fancy-regex.
    pub fn new(text: &str) -> Result<BacktrackingRegex, String> {
        let tree = Expr::parse_tree(text);
        let (size, reach) = tree.map_or((0, None), |tree| {
            (analysis::size(&tree.expr), analysis::reach(&tree.expr))
        });
        let compiled = std::array::from_fn(|_| OnceLock::new());
        let regex = BacktrackingRegex {
            text: text.to_owned(),
            size,
            reach,
            compiled,
        };
        match regex.compiled_for(0) {
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(regex),
        }
    }

    /// Searches a text of this length, with increasing backtracking limits. `search` gets the compiled expression and
    /// the steps to charge for each further search of the same text.
    pub fn search<R>(
        &self,
        budget: &Budget<'_>,
        length: usize,
        search: impl Fn(&Regex, u64) -> Result<R, SearchError>,
    ) -> Result<R, EvalError> {
        /// Bytes that may be read at each backtracking point for one step.
        const READ: u64 = 64;
        let reach = self.reach.unwrap_or(u64::MAX).min(length as u64);
        for (limit, at) in BACKTRACK_LIMITS.iter().zip(0..) {
            let steps = limit.steps.saturating_mul(1 + reach / READ);
            budget.spend(steps.saturating_add(cost(self.size, length)))?;
            budget.check_cancelled()?;
            let Some(Ok(regex)) = self.compiled_for(at) else {
                break;
            };
            let error = match search(regex, steps) {
                Ok(found) => return Ok(found),
                Err(SearchError::EvalError(error)) => return Err(error),
                Err(SearchError::Expression(error)) => error,
            };
            let backtracked = matches!(
                *error,
                Error::RuntimeError(RuntimeError::BacktrackLimitExceeded)
            );
            if !backtracked || at + 1 == BACKTRACK_LIMITS.len() {
                return Err(EvalError::regex(error));
            }
        }
        Err(EvalError::regex("the expression does not compile"))
    }

    fn compiled_for(&self, limit: usize) -> Option<&Result<Regex, String>> {
        let (compiled, limit) = (self.compiled.get(limit)?, BACKTRACK_LIMITS.get(limit)?);
        Some(compiled.get_or_init(|| {
            let mut builder = RegexBuilder::new(&self.text);
            builder
                .backtrack_limit(limit.backtracks)
                .build()
                .map_err(|error| error.to_string())
        }))
    }
}

/// The steps of an automaton search: usually one read per byte, in the worst case one per byte and state.
pub fn cost(size: u64, length: usize) -> u64 {
    const BYTES: u64 = 16;
    /// The worst case is charged above this number of reads.
    const MANY: u64 = 1 << 20;
    let length = length as u64;
    let worst = size.saturating_mul(length);
    let extra = if worst > MANY { worst / BYTES } else { 0 };
    (1 + length / BYTES).saturating_add(extra)
}
