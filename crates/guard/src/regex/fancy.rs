//! Searches with fancy-regex, charged by the steps they take.

use std::sync::OnceLock;

use fancy_regex::{Error, Expr, Regex, RegexBuilder, RuntimeError};

use super::shape;
use crate::budget::{Budget, Spent};
use crate::eval::error::EvalError;

/// Why a search did not finish.
#[derive(Debug)]
pub enum Failure {
    /// An error of the expression, usually too much backtracking.
    Expression(Box<Error>),
    /// An error of the evaluation.
    EvalError(EvalError),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Expression(Box::new(error))
    }
}

impl From<Spent> for Failure {
    fn from(spent: Spent) -> Failure {
        Failure::EvalError(spent.into())
    }
}

/// A compiled expression in cfn-guard's dialect.
#[derive(Debug)]
pub struct Fancy {
    text: String,
    /// The approximate number of states.
    size: u64,
    compiled: [OnceLock<Result<Regex, String>>; EFFORTS.len()],
}

/// A backtracking limit and the steps that it is charged as. Nearly all searches finish within the first limit; the
/// last is cfn-guard's.
#[derive(Debug, Clone, Copy)]
struct Effort {
    backtracks: usize,
    steps: u64,
}

const EFFORTS: [Effort; 3] = [
    Effort { backtracks: 200, steps: 50 },
    Effort { backtracks: 20_000, steps: 10_000 },
    Effort { backtracks: 1_000_000, steps: 500_000 },
];

impl Fancy {
    /// Compiles an expression.
    ///
    /// # Errors
    /// The message of fancy-regex.
    pub fn new(text: &str) -> Result<Fancy, String> {
        let size = Expr::parse_tree(text).map_or(0, |tree| shape::size(&tree.expr));
        let fancy = Fancy { text: text.to_owned(), size, compiled: std::array::from_fn(|_| OnceLock::new()) };
        match fancy.by(0) {
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(fancy),
        }
    }

    /// Searches a text of this length, with increasing backtracking limits. `search` gets the compiled expression and
    /// the steps to charge for each further search of the same text.
    pub fn search<R>(
        &self,
        budget: &Budget<'_>,
        length: usize,
        search: impl Fn(&Regex, u64) -> Result<R, Failure>,
    ) -> Result<R, EvalError> {
        /// Bytes that lookahead may read at each backtracking point, for one step.
        const LOOKED_AHEAD: u64 = 64;
        for (effort, at) in EFFORTS.iter().zip(0..) {
            let steps = effort.steps.saturating_mul(1 + length as u64 / LOOKED_AHEAD);
            budget.spend(steps.saturating_add(cost(self.size, length)))?;
            budget.has_time()?;
            let Some(Ok(regex)) = self.by(at) else { break };
            let error = match search(regex, steps) {
                Ok(found) => return Ok(found),
                Err(Failure::EvalError(stop)) => return Err(stop),
                Err(Failure::Expression(error)) => error,
            };
            let went_back = matches!(*error, Error::RuntimeError(RuntimeError::BacktrackLimitExceeded));
            if !went_back || at + 1 == EFFORTS.len() {
                return Err(EvalError::regex(error));
            }
        }
        Err(EvalError::regex("the expression does not compile"))
    }

    fn by(&self, effort: usize) -> Option<&Result<Regex, String>> {
        let (compiled, effort) = (self.compiled.get(effort)?, EFFORTS.get(effort)?);
        Some(compiled.get_or_init(|| {
            let mut builder = RegexBuilder::new(&self.text);
            builder.backtrack_limit(effort.backtracks).build().map_err(|error| error.to_string())
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
