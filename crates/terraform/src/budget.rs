//! Limits on the work that evaluation may do: values, bytes and depth.
//!
//! The prices are the memory that values take, measured with the plan that they become (docs/limits.md), so that the limits can
//! follow the memory of the function. Everything is charged before it is made.

use std::cell::Cell;
use std::fmt;

use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::{Text, text};

/// The limits of one run, in bytes of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueLimits {
    /// The bytes of values that expressions make.
    pub values: u64,
    /// The bytes of the plan: what it prints, and its copies.
    pub plan: u64,
}

impl Default for ValueLimits {
    fn default() -> ValueLimits {
        ValueLimits {
            values: 192_000_000,
            plan: 480_000_000,
        }
    }
}

impl ValueLimits {
    /// Returns limits that together take at most this number of bytes.
    pub fn within(bytes: usize) -> ValueLimits {
        let most = ValueLimits::default();
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        ValueLimits {
            values: most.values.min(bytes / 3),
            plan: most.plan.min(bytes / 3 * 2),
        }
    }

    /// Returns the limits that remain next to the text of another plan, in bytes.
    #[must_use]
    pub fn without(self, text: usize) -> ValueLimits {
        let text = u64::try_from(text).unwrap_or(u64::MAX);
        ValueLimits {
            plan: self.plan.saturating_sub(text),
            ..self
        }
    }
}

/// The remaining budget of one run, in bytes; each value costs [`VALUE`] bytes.
#[derive(Debug)]
pub struct Budget<'b> {
    limits: ValueLimits,
    cancel: Cancel<'b>,
    left: Cell<u64>,
    printed: Cell<u64>,
    visits: Cell<u64>,
    depth: Cell<u32>,
    is_exceeded: Cell<bool>,
}

/// The limit that is exceeded, with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetExceeded {
    /// The bytes of values.
    Bytes(u64),
    /// The bytes of the plan.
    Plan(u64),
    /// The work on values that are already there.
    Visits,
    /// The depth of evaluation.
    Depth,
    /// The time.
    Time,
}

/// The beginning of the messages for [`BudgetExceeded`].
pub const LIMIT_MESSAGE: &str = "evaluating this configuration exceeds the limits";

impl BudgetExceeded {
    /// Returns the message without a final period.
    pub fn text(&self) -> Text {
        match self {
            BudgetExceeded::Bytes(limit) => text!(
                "{}: {} bytes of values, each counted as its text and {} bytes; use smaller collections and strings",
                LIMIT_MESSAGE,
                *limit,
                VALUE
            ),
            BudgetExceeded::Plan(limit) => text!(
                "{}: {} bytes of the plan, an instance counted as {} bytes, a block as {}, a text {} times and \
                 another value {} times {} bytes, because the plan has them more than once; use fewer instances, blocks and values",
                LIMIT_MESSAGE,
                *limit,
                INSTANCE,
                BLOCK,
                COPIES,
                PRINTED,
                VALUE
            ),
            BudgetExceeded::Visits => text!(
                "{}: {} bytes of values that operators, loops and functions read; use smaller collections",
                LIMIT_MESSAGE,
                VISITS
            ),
            BudgetExceeded::Depth => text!(
                "{}: {} levels of nested expressions, where a reference to a resource or module counts as {}; shorten the chain of references",
                LIMIT_MESSAGE,
                DEPTH,
                REFERENCE_DEPTH
            ),
            BudgetExceeded::Time => text!(
                "{}: time ran out; use fewer instances and smaller collections, or check fewer configurations at once",
                LIMIT_MESSAGE
            ),
        }
    }
}

impl fmt::Display for BudgetExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// The bytes of values that operators, loops and functions may read in one run. A value can be read often.
const VISITS: u64 = 8_000_000_000;
/// The cost of a value, in addition to its text.
pub const VALUE: u32 = 96;
/// The cost of a node of a map: `BTreeMap` allocates room for eleven elements, and fills half of it.
pub const MAP_NODE: u32 = 1_100;
/// The elements of a node of a map.
const ELEMENTS: usize = 6;
/// The cost of an instance of a resource or module: its address and names, and its objects in the plan.
const INSTANCE: u64 = 9_000;
/// The cost of a block: its names and lists, and its object in the plan.
const BLOCK: u64 = 4_608;
/// How often the plan has a text: in `planned_values` and `resource_changes`, as a JSON value, as text, as a tree, and as
/// rules see it.
const COPIES: u64 = 8;
/// The cost of a printed value, as a multiple of [`VALUE`]: it is also in the trees of unknown and sensitive parts.
const PRINTED: u64 = 16;
/// The maximum depth of evaluation: nested expressions, local values and templates.
const DEPTH: u32 = 1_000;
/// The depth that a reference to a resource or a called module costs.
const REFERENCE_DEPTH: u32 = 8;
/// The maximum nesting depth of a value.
pub const VALUE_DEPTH: u16 = 500;

/// Returns the bytes of the nodes of a map with this number of elements.
pub fn map_bytes(elements: usize) -> u64 {
    match elements {
        0 => 0,
        _ => u64::try_from(elements / ELEMENTS + 1)
            .unwrap_or(u64::MAX)
            .saturating_mul(MAP_NODE.into()),
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget::new(ValueLimits::default(), Cancel::default())
    }
}

impl<'b> Budget<'b> {
    /// Creates an unused budget.
    pub fn new(limits: ValueLimits, cancel: Cancel<'b>) -> Budget<'b> {
        Budget {
            limits,
            cancel,
            left: Cell::new(limits.values),
            printed: Cell::new(limits.plan),
            visits: Cell::new(VISITS),
            depth: Cell::new(0),
            is_exceeded: Cell::new(false),
        }
    }

    /// Returns whether a limit was exceeded.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded.get()
    }

    /// Charges for this many values.
    pub fn values(&self, count: usize) -> Result<(), BudgetExceeded> {
        self.spend(
            u64::try_from(count)
                .unwrap_or(u64::MAX)
                .saturating_mul(VALUE.into()),
        )
    }

    /// Charges for a map with this number of elements, without its values.
    pub fn map(&self, elements: usize) -> Result<(), BudgetExceeded> {
        self.spend(map_bytes(elements))
    }

    /// Charges for this many bytes.
    pub fn bytes(&self, count: usize) -> Result<(), BudgetExceeded> {
        self.spend(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Checks that this many bytes are left, before a text or list of this size is made and charged.
    pub fn room(&self, bytes: usize) -> Result<(), BudgetExceeded> {
        if u64::try_from(bytes).is_ok_and(|bytes| bytes <= self.left.get()) {
            return Ok(());
        }
        self.exceeded(BudgetExceeded::Bytes(self.limits.values))
    }

    /// Charges for a value that a report prints: values share parts, but reports repeat them.
    /// `text_bytes` returns the bytes of its texts.
    pub fn print(
        &self,
        size: u32,
        text_bytes: impl FnOnce() -> usize,
    ) -> Result<(), BudgetExceeded> {
        let (size, exceeded) = (u64::from(size), BudgetExceeded::Plan(self.limits.plan));
        if size.saturating_mul(COPIES) > self.printed.get() {
            return self.exceeded(exceeded);
        }
        let texts = u64::try_from(text_bytes()).unwrap_or(u64::MAX);
        let others = size.saturating_sub(texts);
        let amount = texts
            .saturating_mul(COPIES)
            .saturating_add(others.saturating_mul(PRINTED));
        self.take(&self.printed, amount, exceeded)
    }

    /// Charges for a block.
    pub fn block(&self) -> Result<(), BudgetExceeded> {
        let exceeded = BudgetExceeded::Plan(self.limits.plan);
        self.take(&self.printed, BLOCK, exceeded)
    }

    /// Charges for an instance of a resource or module, in addition to its block.
    pub fn instance(&self) -> Result<(), BudgetExceeded> {
        let exceeded = BudgetExceeded::Plan(self.limits.plan);
        self.take(&self.printed, INSTANCE, exceeded)
    }

    /// Charges for reading all parts of a value of this size.
    pub fn visit(&self, size: u32) -> Result<(), BudgetExceeded> {
        self.take(&self.visits, size.into(), BudgetExceeded::Visits)
    }

    /// Checks the size of a value or of several values.
    pub fn check_size(&self, size: u32) -> Result<(), BudgetExceeded> {
        if u64::from(size) > self.limits.values {
            self.exceeded(BudgetExceeded::Bytes(self.limits.values))
        } else {
            Ok(())
        }
    }

    /// Charges for bytes.
    pub fn spend(&self, amount: u64) -> Result<(), BudgetExceeded> {
        self.take(
            &self.left,
            amount,
            BudgetExceeded::Bytes(self.limits.values),
        )
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
            return self.exceeded(BudgetExceeded::Depth);
        }
        self.depth.set(depth.saturating_add(levels));
        let result = act();
        self.depth.set(depth);
        Ok(result)
    }

    fn take(
        &self,
        from: &Cell<u64>,
        amount: u64,
        exceeded: BudgetExceeded,
    ) -> Result<(), BudgetExceeded> {
        if self.cancel.is_set() {
            return self.exceeded(BudgetExceeded::Time);
        }
        let left = from.get().checked_sub(amount);
        from.set(left.unwrap_or(0));
        match left {
            Some(_) => Ok(()),
            None => self.exceeded(exceeded),
        }
    }

    fn exceeded<T>(&self, exceeded: BudgetExceeded) -> Result<T, BudgetExceeded> {
        self.is_exceeded.set(true);
        Err(exceeded)
    }
}
