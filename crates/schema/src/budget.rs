//! Limits on the work and memory that one template can use.
//!
//! cfn-lint runs out of memory, recurses too deeply or truncates silently on hostile templates. This engine stops and
//! reports it: the code that stops records the [`Limit`] it reached, and the linter reports that the template was not
//! fully checked.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;

use bumpalo::Bump;

use super::pattern::{self, Attempt, Outcome};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::cancel::Cancel;

/// Limits for one template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Evaluations of an instance against a schema, and other steps of equal cost. The limit allows seconds of work;
    /// the largest real template uses a hundredth of it.
    pub steps: u64,
    /// Maximum nesting of evaluations.
    pub depth: u32,
    /// Bytes for derived values and paths, not counting the document.
    pub memory: usize,
    /// Maximum number of violations of one schema by one instance.
    pub violations: usize,
    /// Maximum bytes of findings.
    pub text: usize,
    /// Values that are always examined per function; equal to cfn-lint's limit.
    pub values: usize,
    /// Additional values, shared by all functions.
    pub more_values: u32,
    /// Scenarios in which a keyword is evaluated, before only one for each possible result is.
    pub scenarios: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 20_000_000,
            depth: 240,
            memory: 192 << 20,
            violations: 20_000,
            text: 32 << 20,
            values: 512,
            more_values: 16_384,
            scenarios: 2048,
        }
    }
}

/// A limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Steps of work.
    Steps,
    /// Nesting depth.
    Depth,
    /// Memory.
    Memory,
    /// Number of violations or size of the findings.
    Findings,
    /// Values of a function.
    Values,
    /// Condition scenarios of an object.
    Scenarios,
    /// Steps of the search for satisfiable condition scenarios.
    Conditions,
    /// Steps of a regular expression.
    Patterns,
    /// The caller's deadline.
    Time,
}

impl Limit {
    /// All limits.
    pub const ALL: [Limit; 9] = [
        Limit::Steps,
        Limit::Depth,
        Limit::Memory,
        Limit::Findings,
        Limit::Values,
        Limit::Scenarios,
        Limit::Conditions,
        Limit::Patterns,
        Limit::Time,
    ];

    fn bit(self) -> u16 {
        1 << (self as u8)
    }
}

/// Writes the reason why the check is incomplete, as a clause.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "it exceeds the limit on evaluation steps",
            Limit::Depth => "it exceeds the limit on nesting depth",
            Limit::Memory => "it exceeds the limit on memory",
            Limit::Findings => "it exceeds the limit on findings",
            Limit::Values => "a function has more possible values than are checked",
            Limit::Scenarios => "an object has more combinations of conditions than are checked",
            Limit::Conditions => {
                "its conditions are too complex to determine which can hold together"
            }
            Limit::Patterns => "a regular expression exceeds the limit on steps",
            Limit::Time => "time ran out",
        })
    }
}

/// The resources that a template has used so far, and the limits it has reached.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    cancel: Cancel<'a>,
    arena: &'a Bump,
    /// Bytes in the arena before any value was derived.
    before: usize,
    /// Bytes of texts outside of the arena.
    held: Cell<usize>,
    steps: Cell<u64>,
    depth: Cell<u32>,
    /// Remaining values beyond the guaranteed number per function.
    more_values: Cell<u32>,
    stopped: Cell<bool>,
    reached: Cell<u16>,
    /// What was not checked because of [`Limit::Scenarios`].
    places: RefCell<BTreeSet<String>>,
}

/// Bytes outside of the arena, which are counted until the guard is dropped.
#[derive(Debug)]
pub struct Held<'w> {
    held: &'w Cell<usize>,
    bytes: usize,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.held.set(self.held.get().saturating_sub(self.bytes));
    }
}

/// One level of nesting, which ends when the guard is dropped.
#[derive(Debug)]
pub struct Deeper<'w> {
    depth: &'w Cell<u32>,
    before: u32,
}

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.depth.set(self.before);
    }
}

impl<'a> Budget<'a> {
    /// Creates an unused budget. Derived values are allocated in `arena`.
    pub fn new(arena: &'a Bump, limits: Limits) -> Budget<'a> {
        let before = arena.allocated_bytes();
        Budget {
            limits,
            cancel: Cancel::default(),
            arena,
            before,
            held: Cell::new(0),
            steps: Cell::new(0),
            depth: Cell::new(0),
            more_values: Cell::new(0),
            stopped: Cell::new(false),
            reached: Cell::new(0),
            places: RefCell::default(),
        }
    }

    /// Adds a cancellation signal.
    pub fn until(self, cancel: Cancel<'a>) -> Budget<'a> {
        Budget { cancel, ..self }
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Records that a limit was reached.
    pub fn reach(&self, limit: Limit) {
        self.reached.set(self.reached.get() | limit.bit());
    }

    /// Returns the limits reached so far.
    pub fn reached(&self) -> impl Iterator<Item = Limit> + use<> {
        let reached = self.reached.get();
        Limit::ALL
            .into_iter()
            .filter(move |limit| reached & limit.bit() != 0)
    }

    /// Records that a limit was reached at a place, which the reason names.
    pub fn reach_at(&self, limit: Limit, place: &str) {
        self.reach(limit);
        self.places.borrow_mut().insert(place.to_owned());
    }

    /// Returns why the check is incomplete, one clause for each limit, with the first of its places.
    pub fn reasons(&self) -> Vec<String> {
        const MOST: usize = 5;
        let places = self.places.borrow();
        let reason = |limit: Limit| {
            let mut reason = limit.to_string();
            match limit {
                Limit::Memory => reason.push_str(&format!(
                    ": {} for the texts and lists that functions make; shorten them, or split the template",
                    size(self.limits.memory)
                )),
                Limit::Steps => {
                    reason.push_str(&format!(": {}; split the template", self.limits.steps));
                }
                _ => {}
            }
            if limit == Limit::Scenarios && !places.is_empty() {
                let first: Vec<_> = places.iter().take(MOST).map(String::as_str).collect();
                reason.push_str(&format!(": {}", first.join(", ")));
                if places.len() > MOST {
                    reason.push_str(&format!(" and {} more", places.len().saturating_sub(MOST)));
                }
            }
            reason
        };
        self.reached().map(reason).collect()
    }

    /// Returns the number of steps used.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts steps; returns false if the limit is exceeded.
    #[inline]
    pub fn spend(&self, steps: u64) -> bool {
        const BETWEEN_LOOKS: u64 = 256;
        let before = self.steps.get();
        let after = before.saturating_add(steps);
        // Steps beyond the limit are not counted.
        self.steps
            .set(after.min(self.limits.steps.saturating_add(1)));
        if after > self.limits.steps || before / BETWEEN_LOOKS != after / BETWEEN_LOOKS {
            self.look(after);
        }
        !self.stopped.get()
    }

    /// Returns whether this many bytes can be allocated or built in addition; if not, checking stops. Called with the
    /// size of a text or list before it is built. Counts the steps of writing it.
    pub fn allows(&self, bytes: usize) -> bool {
        /// The bytes that one step writes.
        const BYTES_PER_STEP: usize = 64;
        self.fits(bytes) && (bytes < BYTES_PER_STEP || self.spend((bytes / BYTES_PER_STEP) as u64))
    }

    /// Counts bytes outside of the arena until the guard is dropped.
    pub fn hold(&self, bytes: usize) -> Held<'_> {
        self.held.set(self.held.get().saturating_add(bytes));
        Held {
            held: &self.held,
            bytes,
        }
    }

    /// Returns whether this many bytes fit into the memory limit in addition; if not, checking stops.
    pub fn fits(&self, bytes: usize) -> bool {
        let used = self.arena.allocated_bytes().saturating_sub(self.before);
        let free = self.arena.chunk_capacity();
        let all = used.saturating_add(self.held.get()).saturating_add(bytes);
        if all.saturating_sub(free) > self.limits.memory {
            self.stop(Limit::Memory);
        }
        !self.stopped.get()
    }

    fn look(&self, steps: u64) {
        if steps > self.limits.steps {
            self.stop(Limit::Steps);
        }
        if self.cancel.is_set() {
            self.stop(Limit::Time);
        }
        if self.arena.allocated_bytes().saturating_sub(self.before) > self.limits.memory {
            self.stop(Limit::Memory);
        }
    }

    fn stop(&self, limit: Limit) {
        self.reach(limit);
        self.stopped.set(true);
    }

    /// Counts one value beyond a function's guaranteed number; returns false if the limit is exceeded.
    pub fn spend_value(&self) -> bool {
        let left = self.more_values.get() < self.limits.more_values;
        self.more_values
            .set(self.more_values.get().saturating_add(1));
        left
    }

    /// Returns whether a regular expression matches, given an attempt that takes a step limit and returns its steps. An
    /// attempt that exceeds the limit counts as a match.
    pub fn matches(&self, attempt: impl FnOnce(u32) -> Attempt) -> bool {
        /// The steps of an attempt that cost as much as one step of this budget.
        const PER_STEP: u32 = 20;
        if !self.spend(1) {
            return true;
        }
        let Attempt { outcome, steps } = attempt(pattern::BUDGET);
        if outcome == Outcome::OutOfBudget {
            self.reach(Limit::Patterns);
        }
        self.spend((steps / PER_STEP).into());
        outcome != Outcome::NoMatch
    }

    /// Counts the search for equal items of a list: texts are sorted, others are compared with all. Returns false if the
    /// limit is exceeded.
    pub fn spend_on_duplicates(&self, items: &[Node<'_>]) -> bool {
        if items.iter().all(|item| item.as_str().is_some()) {
            return self.spend(items.len() as u64);
        }
        self.spend_on_pairs(items.len())
    }

    /// Counts the comparison of every pair in a list; returns false if the limit is exceeded.
    pub fn spend_on_pairs(&self, parts: usize) -> bool {
        const COMPARISONS_PER_STEP: u64 = 4;
        let parts = parts as u64;
        self.spend(parts.saturating_mul(parts) / (2 * COMPARISONS_PER_STEP))
    }

    /// Enters one level of nesting until the guard is dropped; returns `None` if the limit is exceeded.
    #[inline]
    pub fn deeper(&self) -> Option<Deeper<'_>> {
        let before = self.depth.get();
        if before >= self.limits.depth {
            self.reach(Limit::Depth);
            return None;
        }
        self.depth.set(before.saturating_add(1));
        Some(Deeper {
            depth: &self.depth,
            before,
        })
    }
}

/// Returns a number of bytes in MiB, or in bytes if it is less than one.
fn size(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        mebibytes => format!("{mebibytes} MiB"),
    }
}
