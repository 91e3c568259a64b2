//! Limits on the work and memory of evaluating rules.
//!
//! Work is counted in steps, not timed, so that the same rules on the same document end the same way on every machine.
//! Steps are counted before the work is done. Once a limit is exceeded, nothing more is granted, and the evaluation
//! ends with an error even if a caller ignored the refusal.

use std::cell::Cell;
use std::ops::Deref;

use bumpalo::Bump;

use super::eval::error::EvalError;
use cfn_warden_syntax::cancel::Cancel;

/// The limits of evaluations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of one rules file on one document. A step is a value that a query resolves to, a pair of values that is
    /// compared, or 64 bytes that are read or copied.
    pub steps: u64,
    /// Steps of all rules files on all documents together.
    pub all_steps: u64,
    /// Bytes that one rules file may hold at a time for one document.
    pub memory: usize,
    /// Bytes that all rules files together may hold for one document.
    pub all_memory: usize,
    /// Bytes of all findings of all documents together.
    pub findings: usize,
    /// Bytes of cfn-guard's report of one document.
    pub report: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 50_000_000,
            all_steps: u64::MAX,
            memory: 1 << 30,
            all_memory: usize::MAX,
            findings: usize::MAX,
            report: usize::MAX,
        }
    }
}

impl Limits {
    /// Limits for front ends with a deadline and little memory, such as Lambda: the totals apply to all rules files and
    /// documents of a request, and one rules file that reaches its own limit leaves enough for the others.
    pub fn for_request() -> Limits {
        Limits {
            all_steps: 200_000_000,
            memory: 96 << 20,
            all_memory: 160 << 20,
            findings: 64 << 20,
            report: 64 << 20,
            ..Limits::default()
        }
    }
}

/// The limit that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    Steps,
    AllSteps,
    Memory,
    AllMemory,
    Time,
}

/// A limit was exceeded. [`Budget::end`] reports which one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LimitExceeded;

impl From<LimitExceeded> for EvalError {
    #[cold]
    fn from(_: LimitExceeded) -> EvalError {
        EvalError::fatal(String::new())
    }
}

/// The work and memory that the evaluations on a document have used so far.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    cancel: Cancel<'a>,
    arena: &'a Bump,
    /// Bytes in use before the first evaluation.
    baseline: usize,
    /// Bytes in use before the current evaluation.
    evaluation_baseline: Cell<usize>,
    /// Steps until the next check of time and memory.
    left: Cell<u64>,
    /// Further steps that the current evaluation may take after `left`.
    pending: Cell<u64>,
    /// Steps granted to the current evaluation and not settled yet.
    granted: Cell<u64>,
    /// Settled steps.
    taken: Cell<u64>,
    /// Bytes of all live [`BudgetVec`] lists.
    held: Cell<usize>,
    reached: Cell<Option<Limit>>,
}

impl<'a> Budget<'a> {
    /// Creates a budget. `taken` is the number of steps that evaluations on other documents took; evaluations allocate
    /// in `arena`.
    pub(super) fn new(arena: &'a Bump, limits: Limits, taken: u64) -> Budget<'a> {
        Budget {
            limits,
            cancel: Cancel::default(),
            arena,
            baseline: used(arena),
            evaluation_baseline: Cell::new(used(arena)),
            left: Cell::new(0),
            pending: Cell::new(0),
            granted: Cell::new(0),
            taken: Cell::new(taken),
            held: Cell::new(0),
            reached: Cell::new(None),
        }
    }

    /// Adds a cancellation check.
    pub(super) fn with_cancel(self, cancel: Cancel<'a>) -> Budget<'a> {
        Budget { cancel, ..self }
    }

    /// Returns an error if the evaluation was cancelled. Called before work that takes long and counts few steps.
    pub(super) fn check_cancelled(&self) -> Result<(), LimitExceeded> {
        if self.cancel.is_set() {
            self.left.set(0);
            self.pending.set(0);
            self.stop(Limit::Time);
            return Err(LimitExceeded);
        }
        Ok(())
    }

    /// The steps that all finished evaluations took.
    pub fn steps(&self) -> u64 {
        self.taken.get()
    }

    /// Starts an evaluation.
    pub(super) fn begin(&self) {
        self.reached.set(None);
        self.evaluation_baseline.set(self.memory());
        let granted = self
            .limits
            .steps
            .min(self.limits.all_steps.saturating_sub(self.taken.get()));
        self.granted.set(granted);
        self.left.set(0);
        self.pending.set(granted);
    }

    /// Finishes an evaluation. Returns an error if a limit was exceeded, even if no caller passed it on.
    pub(super) fn end(&self) -> Result<(), EvalError> {
        self.settle();
        self.reached
            .get()
            .map_or(Ok(()), |limit| Err(self.error(limit)))
    }

    /// Counts steps; returns `false` if no more are granted.
    #[inline]
    pub(super) fn take(&self, steps: u64) -> bool {
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => self.refill(steps),
        }
    }

    /// Like [`Budget::take`], but returns an error.
    #[inline]
    pub(super) fn spend(&self, steps: u64) -> Result<(), LimitExceeded> {
        if self.take(steps) {
            Ok(())
        } else {
            Err(LimitExceeded)
        }
    }

    /// Counts the steps of reading this number of bytes.
    #[inline]
    pub(super) fn charge_bytes(&self, bytes: usize) -> bool {
        /// The bytes that one step reads or copies.
        const BYTES: usize = 64;
        bytes < BYTES || self.take((bytes / BYTES) as u64)
    }

    /// Whether this number of bytes fits into the limits.
    pub(super) fn fits(&self, bytes: usize) -> bool {
        let total = self.memory().saturating_add(bytes);
        if total.saturating_sub(self.evaluation_baseline.get()) > self.limits.memory {
            self.stop(Limit::Memory);
        } else if total.saturating_sub(self.baseline) > self.limits.all_memory {
            self.stop(Limit::AllMemory);
        }
        self.reached.get().is_none()
    }

    /// Whether this number of bytes fits into the limits; counts the steps of writing them.
    pub(super) fn can_allocate(&self, bytes: usize) -> bool {
        self.fits(bytes) && self.charge_bytes(bytes)
    }

    /// Like [`Budget::can_allocate`], but returns an error.
    pub(super) fn check_allocation(&self, bytes: usize) -> Result<(), LimitExceeded> {
        if self.can_allocate(bytes) {
            Ok(())
        } else {
            Err(LimitExceeded)
        }
    }

    /// Copies a text into the arena; returns an empty text if it does not fit.
    pub(super) fn alloc_str(&self, text: &str) -> &'a str {
        if self.can_allocate(text.len()) {
            self.arena.alloc_str(text)
        } else {
            ""
        }
    }

    /// Allocates the path `parent/step` in the arena; returns an empty text if it does not fit.
    pub(super) fn path(&self, parent: &str, step: &str) -> &'a str {
        let fits = self.can_allocate(parent.len().saturating_add(step.len()));
        if fits {
            self.arena.alloc_str(&format!("{parent}/{step}"))
        } else {
            ""
        }
    }

    fn memory(&self) -> usize {
        used(self.arena).saturating_add(self.held.get())
    }

    #[cold]
    fn refill(&self, steps: u64) -> bool {
        const CHECK_INTERVAL: u64 = 1024;
        if self.reached.get().is_some() {
            return false;
        }
        let Some(rest) = self
            .left
            .get()
            .saturating_add(self.pending.get())
            .checked_sub(steps)
        else {
            self.left.set(0);
            self.pending.set(0);
            let own = self.granted.get() == self.limits.steps;
            self.stop(if own { Limit::Steps } else { Limit::AllSteps });
            return false;
        };
        let left = rest.min(CHECK_INTERVAL);
        self.left.set(left);
        self.pending.set(rest - left);
        self.check_cancelled().is_ok() && self.fits(0)
    }

    fn stop(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
        self.settle();
    }

    /// Adds the steps of the current evaluation to the total and revokes the rest of the grant.
    fn settle(&self) {
        let unused = self.left.take().saturating_add(self.pending.take());
        let taken = self.granted.take().saturating_sub(unused);
        self.taken.set(self.taken.get().saturating_add(taken));
    }

    fn error(&self, limit: Limit) -> EvalError {
        let Limits {
            steps,
            all_steps,
            memory,
            all_memory,
            ..
        } = self.limits;
        EvalError::fatal(match limit {
            Limit::Steps => format!(
                "limit of {steps} steps for a rules file and a document exceeded; split the rules file or the \
                 document, or compare fewer values with each other"
            ),
            Limit::AllSteps => format!(
                "limit of {all_steps} steps for all rules files together exceeded; check fewer rules files or \
                 documents at once"
            ),
            Limit::Memory => format!(
                "limit of {} MiB of memory for a rules file and a document exceeded; split the rules file or the \
                 document, or select fewer values",
                memory >> 20
            ),
            Limit::Time => {
                "time ran out before the evaluation finished; check fewer documents or rules at once".to_owned()
            }
            Limit::AllMemory => format!(
                "limit of {} MiB of memory for all rules files on a document exceeded; check fewer rules files at \
                 once",
                all_memory >> 20
            ),
        })
    }
}

/// A vector whose memory counts against the budget until it is dropped.
#[derive(Debug)]
pub struct BudgetVec<'b, T> {
    items: Vec<T>,
    budget: &'b Budget<'b>,
}

impl<'b, T> BudgetVec<'b, T> {
    /// Creates an empty vector.
    pub(super) fn new(budget: &'b Budget<'b>) -> BudgetVec<'b, T> {
        BudgetVec {
            items: Vec::new(),
            budget,
        }
    }

    /// Creates an empty vector with this capacity.
    pub(super) fn with_capacity(capacity: usize, budget: &'b Budget<'b>) -> BudgetVec<'b, T> {
        let mut held = BudgetVec::new(budget);
        held.grow(capacity);
        held
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.items.len() == self.items.capacity() {
            self.grow(1);
        }
        self.items.push(item);
    }

    pub(super) fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        items.into_iter().for_each(|item| self.push(item));
    }

    pub(super) fn extend_from_slice(&mut self, items: &[T])
    where
        T: Copy,
    {
        self.grow(items.len());
        self.items.extend_from_slice(items);
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.items.truncate(length);
    }

    pub(super) fn retain(&mut self, keeps: impl FnMut(&T) -> bool) {
        self.items.retain(keeps);
    }

    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.items.get_mut(at)
    }

    pub(super) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Returns the items; their memory no longer counts against the budget.
    pub(super) fn into_items(mut self) -> Vec<T> {
        let items = std::mem::take(&mut self.items);
        self.budget.release(bytes::<T>(items.capacity()));
        items
    }

    #[inline(never)]
    fn grow(&mut self, by: usize) {
        let before = self.items.capacity();
        self.items.reserve(by);
        self.budget.hold(bytes::<T>(self.items.capacity() - before));
    }
}

impl<T> Drop for BudgetVec<'_, T> {
    fn drop(&mut self) {
        self.budget.release(bytes::<T>(self.items.capacity()));
    }
}

impl<T> Deref for BudgetVec<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl Budget<'_> {
    /// Counts the growth of a vector. Small growth is checked with the next steps.
    fn hold(&self, bytes: usize) {
        const UNCHECKED_GROWTH: usize = 1 << 16;
        self.held.set(self.held.get().saturating_add(bytes));
        if bytes > UNCHECKED_GROWTH {
            self.fits(0);
        }
    }

    fn release(&self, bytes: usize) {
        self.held.set(self.held.get().saturating_sub(bytes));
    }
}

/// The bytes in use in an arena, without the unused rest of its last chunk.
fn used(arena: &Bump) -> usize {
    arena
        .allocated_bytes()
        .saturating_sub(arena.chunk_capacity())
}

fn bytes<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}
