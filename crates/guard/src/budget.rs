//! How much work and memory evaluating rules may take.
//!
//! It is counted, not timed: the same rules on the same document come to the same end on every machine. Whoever works
//! counts before; once a limit is reached nothing more is granted, and the evaluation ends with an error, whoever
//! answered for what was not granted.

use std::cell::Cell;
use std::ops::Deref;

use bumpalo::Bump;

use super::eval::error::EvalError;
use cfn_warden_syntax::cancel::Cancel;

/// How much evaluations may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of one rules file on one document. A step is a value that a query comes to, a pair that is compared, or so
    /// many bytes that are looked at.
    pub steps: u64,
    /// Steps of all rules files together.
    pub all_steps: u64,
    /// Bytes that one rules file holds at a time for one document.
    pub memory: usize,
    /// Bytes that all rules files leave behind for one document.
    pub all_memory: usize,
    /// Bytes of all findings, of all documents together.
    pub findings: usize,
    /// Bytes of cfn-guard's report of a document.
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
    /// For whoever answers within a time and in little memory: so much may all rules files and documents of a request take
    /// together. One that takes all it may leaves enough for the others.
    pub fn of_a_request() -> Limits {
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

/// What there was too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    Steps,
    AllSteps,
    Memory,
    AllMemory,
    Time,
}

/// That a limit was reached. Which one, and what to do, is said where the evaluation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spent;

impl From<Spent> for EvalError {
    #[cold]
    fn from(_: Spent) -> EvalError {
        EvalError::fatal(String::new())
    }
}

/// What evaluations on a document took so far.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    cancel: Cancel<'a>,
    arena: &'a Bump,
    /// Bytes that there were before anything was evaluated.
    before: usize,
    /// The same before the evaluation under way.
    before_this: Cell<usize>,
    /// Steps up to the next look at what is held.
    left: Cell<u64>,
    /// Steps beyond these that the evaluation under way may take.
    behind: Cell<u64>,
    /// What it was granted, and not settled yet.
    granted: Cell<u64>,
    /// Steps that were settled.
    taken: Cell<u64>,
    /// Bytes of lists.
    held: Cell<usize>,
    reached: Cell<Option<Limit>>,
}

impl<'a> Budget<'a> {
    /// So many steps were taken, for other documents. What evaluations make is made in the arena.
    pub(super) fn new(arena: &'a Bump, limits: Limits, taken: u64) -> Budget<'a> {
        Budget {
            limits,
            cancel: Cancel::default(),
            arena,
            before: used(arena),
            before_this: Cell::new(used(arena)),
            left: Cell::new(0),
            behind: Cell::new(0),
            granted: Cell::new(0),
            taken: Cell::new(taken),
            held: Cell::new(0),
            reached: Cell::new(None),
        }
    }

    /// The same, until it is cancelled.
    pub(super) fn until(self, cancel: Cancel<'a>) -> Budget<'a> {
        Budget { cancel, ..self }
    }

    /// Whether there is still time: asked before what takes long and is counted as little.
    pub(super) fn has_time(&self) -> Result<(), Spent> {
        if self.cancel.is_set() {
            self.left.set(0);
            self.behind.set(0);
            self.stop(Limit::Time);
            return Err(Spent);
        }
        Ok(())
    }

    /// How many steps were taken, by all evaluations that ended.
    pub fn steps(&self) -> u64 {
        self.taken.get()
    }

    /// An evaluation begins.
    pub(super) fn begin(&self) {
        self.reached.set(None);
        self.before_this.set(self.memory());
        let granted = self.limits.steps.min(self.limits.all_steps.saturating_sub(self.taken.get()));
        self.granted.set(granted);
        self.left.set(0);
        self.behind.set(granted);
    }

    /// It has ended: an error where a limit was reached, even if nobody passed it on.
    pub(super) fn end(&self) -> Result<(), EvalError> {
        self.settle();
        self.reached.get().map_or(Ok(()), |limit| Err(self.error(limit)))
    }

    /// Counts steps; false where there may be no more of them.
    #[inline]
    pub(super) fn take(&self, steps: u64) -> bool {
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => self.look(steps),
        }
    }

    /// [`Budget::take`], as an error that ends the evaluation.
    #[inline]
    pub(super) fn spend(&self, steps: u64) -> Result<(), Spent> {
        if self.take(steps) { Ok(()) } else { Err(Spent) }
    }

    /// Counts the looking at so many bytes.
    #[inline]
    pub(super) fn read(&self, bytes: usize) -> bool {
        /// What a step is to a comparison or a copy.
        const BYTES: usize = 64;
        bytes < BYTES || self.take((bytes / BYTES) as u64)
    }

    /// Whether there is room for so many bytes.
    pub(super) fn fits(&self, bytes: usize) -> bool {
        let there = self.memory().saturating_add(bytes);
        if there.saturating_sub(self.before_this.get()) > self.limits.memory {
            self.stop(Limit::Memory);
        } else if there.saturating_sub(self.before) > self.limits.all_memory {
            self.stop(Limit::AllMemory);
        }
        self.reached.get().is_none()
    }

    /// Whether there is room for so many bytes; their making is counted.
    pub(super) fn room(&self, bytes: usize) -> bool {
        self.fits(bytes) && self.read(bytes)
    }

    /// [`Budget::room`], as an error that ends the evaluation.
    pub(super) fn make(&self, bytes: usize) -> Result<(), Spent> {
        if self.room(bytes) { Ok(()) } else { Err(Spent) }
    }

    /// A text that is kept as long as the document; nothing where there is no room for it.
    pub(super) fn kept(&self, text: &str) -> &'a str {
        if self.room(text.len()) { self.arena.alloc_str(text) } else { "" }
    }

    /// The path of a part, kept as [`Budget::kept`] texts are.
    pub(super) fn path(&self, parent: &str, step: &str) -> &'a str {
        let has_room = self.room(parent.len().saturating_add(step.len()));
        if has_room { self.arena.alloc_str(&format!("{parent}/{step}")) } else { "" }
    }

    fn memory(&self) -> usize {
        used(self.arena).saturating_add(self.held.get())
    }

    #[cold]
    fn look(&self, steps: u64) -> bool {
        const BETWEEN_LOOKS: u64 = 1024;
        if self.reached.get().is_some() {
            return false;
        }
        let Some(rest) = self.left.get().saturating_add(self.behind.get()).checked_sub(steps) else {
            self.left.set(0);
            self.behind.set(0);
            let own = self.granted.get() == self.limits.steps;
            self.stop(if own { Limit::Steps } else { Limit::AllSteps });
            return false;
        };
        let left = rest.min(BETWEEN_LOOKS);
        self.left.set(left);
        self.behind.set(rest - left);
        self.has_time().is_ok() && self.fits(0)
    }

    fn stop(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
        self.settle();
    }

    /// Writes down what was taken, and grants nothing more.
    fn settle(&self) {
        let unused = self.left.take().saturating_add(self.behind.take());
        let taken = self.granted.take().saturating_sub(unused);
        self.taken.set(self.taken.get().saturating_add(taken));
    }

    fn error(&self, limit: Limit) -> EvalError {
        let Limits { steps, all_steps, memory, all_memory, .. } = self.limits;
        EvalError::fatal(match limit {
            Limit::Steps => format!(
                "it takes more than the {steps} steps that a rules file may take for a document; split the file or the \
                 document, or let the rules compare less with each other"
            ),
            Limit::AllSteps => format!(
                "all rules files together take more than the {all_steps} steps that they may take; check fewer of them, \
                 or fewer documents, at once"
            ),
            Limit::Memory => format!(
                "it takes more than the {} MiB of memory that rules may take for a document; split the file or the \
                 document, or let the rules make less of it",
                memory >> 20
            ),
            Limit::Time => {
                "time ran out before all of it was evaluated; check fewer documents or rules at once".to_owned()
            }
            Limit::AllMemory => format!(
                "all rules files together take more than the {} MiB of memory that they may take for a document; check \
                 fewer of them at once",
                all_memory >> 20
            ),
        })
    }
}

/// A list whose bytes count as held for as long as it lives.
#[derive(Debug)]
pub struct Held<'b, T> {
    items: Vec<T>,
    budget: &'b Budget<'b>,
}

impl<'b, T> Held<'b, T> {
    /// An empty one.
    pub(super) fn new(budget: &'b Budget<'b>) -> Held<'b, T> {
        Held { items: Vec::new(), budget }
    }

    /// An empty one with room for so many.
    pub(super) fn with_capacity(capacity: usize, budget: &'b Budget<'b>) -> Held<'b, T> {
        let mut held = Held::new(budget);
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

    /// What is there, which no longer counts as held.
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

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        self.budget.release(bytes::<T>(self.items.capacity()));
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl Budget<'_> {
    /// A list has grown. What is little is noticed at the next look.
    fn hold(&self, bytes: usize) {
        const LITTLE: usize = 1 << 16;
        self.held.set(self.held.get().saturating_add(bytes));
        if bytes > LITTLE {
            self.fits(0);
        }
    }

    fn release(&self, bytes: usize) {
        self.held.set(self.held.get().saturating_sub(bytes));
    }
}

/// Bytes of an arena that something stands in: it takes room ahead, twice as much each time.
fn used(arena: &Bump) -> usize {
    arena.allocated_bytes().saturating_sub(arena.chunk_capacity())
}

fn bytes<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}
