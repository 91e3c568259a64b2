//! fancy-regex, by the steps that a search takes.

use std::sync::OnceLock;

use fancy_regex::{Error, Expr, Regex, RegexBuilder, RuntimeError};

use super::shape;
use crate::budget::{Budget, Spent};
use crate::eval::error::EvalError;

/// What keeps a search from its end.
#[derive(Debug)]
pub enum Failure {
    /// The expression: as a rule it went back too often.
    Expression(Box<Error>),
    /// Anything else.
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

/// An expression in the reference's dialect.
#[derive(Debug)]
pub struct Fancy {
    text: String,
    /// About how many states it has.
    size: u64,
    compiled: [OnceLock<Result<Regex, String>>; EFFORTS.len()],
}

/// How often a search may go back, and what that is counted as. Nearly all end within the first; the last is the
/// reference's.
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
    /// Of this text. It is compiled here, which is counted, too.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str) -> Result<Fancy, String> {
        let size = Expr::parse_tree(text).map_or(0, |tree| shape::size(&tree.expr));
        let fancy = Fancy { text: text.to_owned(), size, compiled: std::array::from_fn(|_| OnceLock::new()) };
        match fancy.by(0) {
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(fancy),
        }
    }

    /// What a search in a text of some length finds: `search` is called with the expression, and with what each search of
    /// the same text for more is to be counted as.
    pub fn search<R>(
        &self,
        budget: &Budget<'_>,
        length: usize,
        search: impl Fn(&Regex, u64) -> Result<R, Failure>,
    ) -> Result<R, EvalError> {
        /// So many bytes may be looked at wherever it goes back to, at the price of a step.
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
        Err(EvalError::regex("it does not compile"))
    }

    fn by(&self, effort: usize) -> Option<&Result<Regex, String>> {
        let (compiled, effort) = (self.compiled.get(effort)?, EFFORTS.get(effort)?);
        Some(compiled.get_or_init(|| {
            let mut builder = RegexBuilder::new(&self.text);
            builder.backtrack_limit(effort.backtracks).build().map_err(|error| error.to_string())
        }))
    }
}

/// What a search by automata takes: nearly always a look at each byte, at worst one for each state.
pub fn cost(size: u64, length: usize) -> u64 {
    const BYTES: u64 = 16;
    /// From so many looks on, the worst is reckoned with.
    const MANY: u64 = 1 << 20;
    let length = length as u64;
    let worst = size.saturating_mul(length);
    let extra = if worst > MANY { worst / BYTES } else { 0 };
    (1 + length / BYTES).saturating_add(extra)
}
