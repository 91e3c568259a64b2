//! Limits on the work that evaluation may do: values, bytes and depth.

use std::cell::Cell;
use std::fmt;

/// The remaining budget of one run, in bytes; each value costs [`VALUE`] bytes.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    printed: Cell<u64>,
    visits: Cell<u64>,
    depth: Cell<u32>,
}

/// The limit that is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetExceeded {
    /// The bytes of values.
    Bytes,
    /// The work on values that are already there.
    Visits,
    /// The depth of evaluation.
    Depth,
}

/// The beginning of the messages for [`BudgetExceeded`].
pub const LIMIT_MESSAGE: &str = "evaluating this configuration exceeds the limits";

impl fmt::Display for BudgetExceeded {
    /// Writes the message without a final period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetExceeded::Bytes => write!(
                f,
                "{LIMIT_MESSAGE}: {ALLOWANCE} bytes of values, each counted as its text and {VALUE} bytes; use smaller collections and strings"
            ),
            BudgetExceeded::Visits => write!(
                f,
                "{LIMIT_MESSAGE}: {VISITS} bytes of values that operators, loops and functions read; use smaller collections"
            ),
            BudgetExceeded::Depth => write!(
                f,
                "{LIMIT_MESSAGE}: {DEPTH} levels of nested expressions, where a reference to a resource or module counts as {REFERENCE_DEPTH}; shorten the chain of references"
            ),
        }
    }
}

/// The budget of one run: values and bytes produced.
const ALLOWANCE: u64 = 48_000_000;
/// The bytes of values that operators, loops and functions may read in one run. A value can be read often.
const VISITS: u64 = 8_000_000_000;
/// The cost of a value, in addition to its bytes.
pub const VALUE: u32 = 32;
/// The cost of a block.
const BLOCK: u64 = 256;
/// The maximum depth of evaluation: nested expressions, local values and templates.
const DEPTH: u32 = 1_000;
/// The depth that a reference to a resource or a called module costs.
const REFERENCE_DEPTH: u32 = 8;
/// The maximum nesting depth of a value.
pub const VALUE_DEPTH: u16 = 500;

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            left: Cell::new(ALLOWANCE),
            printed: Cell::new(ALLOWANCE),
            visits: Cell::new(VISITS),
            depth: Cell::new(0),
        }
    }
}

impl Budget {
    /// Charges for this many values.
    pub fn values(&self, count: usize) -> Result<(), BudgetExceeded> {
        self.spend(
            u64::try_from(count)
                .unwrap_or(u64::MAX)
                .saturating_mul(VALUE.into()),
        )
    }

    /// Charges for this many bytes.
    pub fn bytes(&self, count: usize) -> Result<(), BudgetExceeded> {
        self.spend(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Charges for a value of this size that a report prints: values share parts, but reports repeat them.
    pub fn print(&self, size: u32) -> Result<(), BudgetExceeded> {
        spend(&self.printed, size.into(), BudgetExceeded::Bytes)
    }

    /// Charges for a block.
    pub fn block(&self) -> Result<(), BudgetExceeded> {
        spend(&self.printed, BLOCK, BudgetExceeded::Bytes)
    }

    /// Charges for reading all parts of a value of this size.
    pub fn visit(&self, size: u32) -> Result<(), BudgetExceeded> {
        spend(&self.visits, size.into(), BudgetExceeded::Visits)
    }

    /// Checks the size of a value or of several values.
    pub fn check_size(size: u32) -> Result<(), BudgetExceeded> {
        if u64::from(size) > ALLOWANCE {
            Err(BudgetExceeded::Bytes)
        } else {
            Ok(())
        }
    }

    /// Charges for bytes.
    pub fn spend(&self, amount: u64) -> Result<(), BudgetExceeded> {
        spend(&self.left, amount, BudgetExceeded::Bytes)
    }

    /// Runs `act` one level deeper.
    pub fn deeper<T>(&self, act: impl FnOnce() -> T) -> Result<T, BudgetExceeded> {
        self.with_levels(1, act)
    }

    /// Runs `act`, which evaluates a referenced resource or called module. It uses as much stack as
    /// [`REFERENCE_DEPTH`] levels of expressions.
    pub fn deeper_reference<T>(&self, act: impl FnOnce() -> T) -> Result<T, BudgetExceeded> {
        self.with_levels(REFERENCE_DEPTH, act)
    }

    fn with_levels<T>(&self, levels: u32, act: impl FnOnce() -> T) -> Result<T, BudgetExceeded> {
        let depth = self.depth.get();
        if depth >= DEPTH {
            return Err(BudgetExceeded::Depth);
        }
        self.depth.set(depth.saturating_add(levels));
        let result = act();
        self.depth.set(depth);
        Ok(result)
    }
}

fn spend(from: &Cell<u64>, amount: u64, exceeded: BudgetExceeded) -> Result<(), BudgetExceeded> {
    let left = from.get().checked_sub(amount);
    from.set(left.unwrap_or(0));
    left.map(|_| ()).ok_or(exceeded)
}
