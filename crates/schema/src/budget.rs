//! How much work and memory a template may take, and what was given up where it takes more.
//!
//! The reference explodes, recurses or cuts silently on hostile templates. We stop and say so: whoever gives something up
//! says which [`Limit`] was reached, and the linter reports that the template was not fully checked.

use std::cell::Cell;

use bumpalo::Bump;

use super::pattern::{self, Outcome};
use cfn_warden_syntax::cancel::Cancel;

/// How much one template may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Checks of a value against a schema, and steps that count as much. Seconds of work; the largest real template takes
    /// a hundredth.
    pub steps: u64,
    /// Nesting of checks.
    pub depth: u32,
    /// Bytes for derived values and paths, beside the document.
    pub memory: usize,
    /// Violations of one schema by one value.
    pub violations: usize,
    /// Bytes of findings.
    pub text: usize,
    /// Values of one function that are looked at in any case. The reference looks at as many, and at no more.
    pub values: usize,
    /// Values beyond these, of all functions together.
    pub more_values: u32,
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
        }
    }
}

/// What was more than is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Work.
    Steps,
    /// Nesting.
    Depth,
    /// Memory.
    Memory,
    /// Violations, or what is to be said of them.
    Findings,
    /// Values of a function.
    Values,
    /// Combinations of conditions of an object.
    Scenarios,
    /// The search for combinations of conditions that can hold.
    Conditions,
    /// Steps of a regular expression.
    Patterns,
    /// The time of whoever waits for it.
    Time,
}

impl Limit {
    /// All of them.
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

    /// What there was too much of, as the end of a sentence: "it has ...".
    pub fn words(self) -> &'static str {
        match self {
            Limit::Steps => "it takes more steps than are allowed; split it",
            Limit::Depth => "it is nested deeper than is followed",
            Limit::Memory => "it takes more memory than is allowed; split it",
            Limit::Findings => "there is more wrong with it than is listed",
            Limit::Values => "a function has more possible values than are looked at",
            Limit::Scenarios => "an object asks more combinations of conditions than are looked at",
            Limit::Conditions => "its conditions are too entangled to say which can hold together",
            Limit::Patterns => "a regular expression takes too many steps",
            Limit::Time => "time ran out",
        }
    }

    fn bit(self) -> u16 {
        1 << (self as u8)
    }
}

/// What a template took so far, and which limits it reached.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    cancel: Cancel<'a>,
    arena: &'a Bump,
    /// Bytes of the arena before anything was derived.
    before: usize,
    steps: Cell<u64>,
    depth: Cell<u32>,
    /// Values beyond those that each function has in any case.
    more_values: Cell<u32>,
    stopped: Cell<bool>,
    reached: Cell<u16>,
}

/// A level of nesting; left when it is dropped.
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
    /// Nothing taken yet. What is derived is made in the arena.
    pub fn new(arena: &'a Bump, limits: Limits) -> Budget<'a> {
        let before = arena.allocated_bytes();
        Budget {
            limits,
            cancel: Cancel::default(),
            arena,
            before,
            steps: Cell::new(0),
            depth: Cell::new(0),
            more_values: Cell::new(0),
            stopped: Cell::new(false),
            reached: Cell::new(0),
        }
    }

    /// The same, until it is cancelled.
    pub fn until(self, cancel: Cancel<'a>) -> Budget<'a> {
        Budget { cancel, ..self }
    }

    /// How much may be taken.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Says that something was given up.
    pub fn reach(&self, limit: Limit) {
        self.reached.set(self.reached.get() | limit.bit());
    }

    /// What was given up so far.
    pub fn reached(&self) -> impl Iterator<Item = Limit> + use<> {
        let reached = self.reached.get();
        Limit::ALL.into_iter().filter(move |limit| reached & limit.bit() != 0)
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts steps; false where there may be no more of them.
    #[inline]
    pub fn spend(&self, steps: u64) -> bool {
        const BETWEEN_LOOKS: u64 = 256;
        let before = self.steps.get();
        let after = before.saturating_add(steps);
        // Where that is too much the steps are not taken.
        self.steps.set(after.min(self.limits.steps.saturating_add(1)));
        if after > self.limits.steps || before / BETWEEN_LOOKS != after / BETWEEN_LOOKS {
            self.look(after);
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

    /// Counts a value of a function that has more than each may have; false where there may be no more of them.
    pub fn spend_value(&self) -> bool {
        let left = self.more_values.get() < self.limits.more_values;
        self.more_values.set(self.more_values.get().saturating_add(1));
        left
    }

    /// Whether a regular expression matches, as an attempt with so many steps says. One that takes more is taken to match.
    pub fn matches(&self, attempt: impl FnOnce(u32) -> Outcome) -> bool {
        /// What an attempt that runs out of its steps costs, in steps of the walk.
        const COST: u64 = 50_000;
        if !self.spend(1) {
            return true;
        }
        let outcome = attempt(pattern::BUDGET);
        if outcome == Outcome::OutOfBudget {
            self.reach(Limit::Patterns);
            self.spend(COST);
        }
        outcome != Outcome::NoMatch
    }

    /// Counts the work of comparing every part of a list with every other one; false where that is too much.
    pub fn spend_on_pairs(&self, parts: usize) -> bool {
        const COMPARISONS_PER_STEP: u64 = 4;
        let parts = parts as u64;
        self.spend(parts.saturating_mul(parts) / (2 * COMPARISONS_PER_STEP))
    }

    /// Goes one level deeper for as long as the guard lives; `None` where that is too deep.
    #[inline]
    pub fn deeper(&self) -> Option<Deeper<'_>> {
        let before = self.depth.get();
        if before >= self.limits.depth {
            self.reach(Limit::Depth);
            return None;
        }
        self.depth.set(before.saturating_add(1));
        Some(Deeper { depth: &self.depth, before })
    }
}
