//! One invocation of the function: its ID, its time, and the rules that it used.

use std::cell::RefCell;
use std::ops::Deref;
use std::time::{Duration, Instant};

use super::Function;
use super::provenance::RuleRecord;
use crate::engine::Input;
use cfn_warden_syntax::cancel::Cancel;

/// One invocation. It derefs to the function that is invoked.
#[derive(Debug)]
pub struct Call<'f> {
    /// What is invoked.
    pub function: &'f Function,
    /// Lambda's ID of the request; empty outside of Lambda.
    pub request_id: String,
    /// When it began.
    pub started: Instant,
    /// By when it has to be answered.
    pub deadline: Option<Deadline>,
    /// Stops the checks.
    pub cancel: Cancel<'f>,
    /// The rules that were evaluated, for the report.
    pub used_rules: RefCell<Vec<RuleRecord>>,
}

impl<'f> Call<'f> {
    /// A call without an ID and without a deadline.
    pub fn new(function: &'f Function) -> Call<'f> {
        let used_rules = RefCell::default();
        let (request_id, started) = (String::new(), clock());
        Call { function, request_id, started, deadline: None, cancel: Cancel::default(), used_rules }
    }

    /// Records the rules that were evaluated, where a report is going to be written.
    pub fn record_rules(&self, rules: &[Input<'_>]) {
        *self.used_rules.borrow_mut() = rules.iter().map(RuleRecord::of).collect();
    }

    /// What is fetched from now on has to be there within its share of the time.
    pub fn begin_fetching(&self) {
        self.function.fetch.set_deadline(self.deadline.map(|deadline| deadline.fetching()));
    }

    /// What is written from now on has to be written within its share of the time.
    pub fn begin_reporting(&self) {
        self.function.fetch.set_deadline(self.deadline.map(|deadline| deadline.reporting()));
    }
}

impl Deref for Call<'_> {
    type Target = Function;

    fn deref(&self) -> &Function {
        self.function
    }
}

/// The time of an answer, and the shares of it: fetching ends first, then checking, then reporting, so that neither a
/// slow source nor a slow report bucket costs the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    started: Instant,
    limit: Duration,
}

impl Deadline {
    /// So much time from now on.
    pub fn within(limit: Duration) -> Deadline {
        Deadline { started: clock(), limit }
    }

    /// All of the time.
    pub fn limit(self) -> Duration {
        self.limit
    }

    /// The time in which everything is fetched and checked.
    pub fn checking(self) -> Duration {
        self.limit.saturating_sub(self.report_share())
    }

    /// By when everything has to be fetched: four fifths of the time to check in.
    pub fn fetching(self) -> Instant {
        self.started + self.checking() / 5 * 4
    }

    /// By when the report has to be written: a little before the answer has to be there.
    pub fn reporting(self) -> Instant {
        self.started + self.limit.saturating_sub(self.limit / 25)
    }

    /// A fifth of the time, and no more than this.
    fn report_share(self) -> Duration {
        const MOST: Duration = Duration::from_secs(4);
        (self.limit / 5).min(MOST)
    }
}

#[expect(clippy::disallowed_methods, reason = "the function's edge is where the clock is read")]
fn clock() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_one_another_within_the_limit() {
        for seconds in [1, 3, 10, 25] {
            let limit = Duration::from_secs(seconds);
            let deadline = Deadline::within(limit);
            let since = |at: Instant| at - deadline.started;
            let (fetched, written) = (since(deadline.fetching()), since(deadline.reporting()));
            assert!(fetched < deadline.checking() && deadline.checking() < written && written < limit, "{seconds} s");
        }
        let deadline = Deadline::within(Duration::from_secs(25));
        assert_eq!((deadline.checking().as_secs(), deadline.limit().as_secs()), (21, 25));
    }
}
