//! What evaluating may cost.

use std::cell::Cell;

/// What is left of what may be spent, in values and bytes made.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    depth: Cell<u32>,
}

/// There is nothing left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

/// What is said then.
pub const SPENT: &str =
    "evaluating this configuration takes more than the limits allow; make its collections and texts smaller";

/// So many values and bytes may be made in one run.
const ALLOWANCE: u64 = 48_000_000;
/// What making a value costs beside its bytes.
const VALUE: u64 = 32;
/// So deep may evaluation nest: expressions, local values, templates.
const DEPTH: u32 = 1_000;
/// What a reference to a resource or a called module costs of that depth.
const HOP: u32 = 8;
/// So deep may values nest.
pub const VALUE_DEPTH: u16 = 500;

impl Default for Budget {
    fn default() -> Budget {
        Budget { left: Cell::new(ALLOWANCE), depth: Cell::new(0) }
    }
}

impl Budget {
    /// Pays for so many values.
    pub fn values(&self, count: usize) -> Result<(), Spent> {
        self.spend(u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(VALUE))
    }

    /// Pays for so many bytes.
    pub fn bytes(&self, count: usize) -> Result<(), Spent> {
        self.spend(u64::try_from(count).unwrap_or(u64::MAX))
    }

    fn spend(&self, amount: u64) -> Result<(), Spent> {
        match self.left.get().checked_sub(amount) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(Spent)
            }
        }
    }

    /// Does something one level deeper.
    pub fn deeper<T>(&self, act: impl FnOnce() -> T) -> Result<T, Spent> {
        self.below(1, act)
    }

    /// Evaluates a resource or a called module that something refers to, which takes as much of the stack as many levels of
    /// expressions.
    pub fn hop<T>(&self, act: impl FnOnce() -> T) -> Result<T, Spent> {
        self.below(HOP, act)
    }

    fn below<T>(&self, levels: u32, act: impl FnOnce() -> T) -> Result<T, Spent> {
        let depth = self.depth.get();
        if depth >= DEPTH {
            return Err(Spent);
        }
        self.depth.set(depth.saturating_add(levels));
        let result = act();
        self.depth.set(depth);
        Ok(result)
    }
}
