//! An invocation of the function: its ID, its deadline and its rules.

use std::cell::{OnceCell, RefCell};
use std::ops::Deref;
use std::time::{Duration, Instant};

use super::function::Function;
use super::rule_record::RuleRecord;
use super::schemas::Schemas;
use cfn_warden_engine::Input;
use cfn_warden_syntax::cancel::Cancel;

/// An invocation; derefs to the function.
#[derive(Debug)]
pub struct Call<'f> {
    /// The configured function that handles the call.
    pub function: &'f Function,
    /// Lambda's request ID; empty outside of Lambda.
    pub request_id: String,
    /// The current time in seconds since the Unix epoch.
    pub now: i64,
    /// The start time.
    pub started: Instant,
    /// The deadline of the response.
    pub deadline: Option<Deadline>,
    /// Cancels the checks.
    pub cancel: Cancel<'f>,
    /// The evaluated rules, for the report.
    pub used_rules: RefCell<Vec<RuleRecord>>,
    /// The schemas in force, once they are used.
    pub schemas: OnceCell<Schemas>,
}

impl<'f> Call<'f> {
    /// Creates a call without an ID and a deadline.
    pub fn new(function: &'f Function) -> Call<'f> {
        let used_rules = RefCell::default();
        let (request_id, started) = (String::new(), clock());
        let (cancel, schemas) = (Cancel::default(), OnceCell::new());
        Call {
            function,
            request_id,
            now: now(),
            started,
            deadline: None,
            cancel,
            used_rules,
            schemas,
        }
    }

    /// Returns the schemas in force; they are read on first use.
    pub fn schemas(&self) -> &Schemas {
        self.schemas.get_or_init(|| Schemas::of(self.function))
    }

    /// Returns the schemas, if they were used.
    pub fn used_schemas(&self) -> Option<&Schemas> {
        self.schemas.get()
    }

    /// Records the evaluated rules, for the report.
    pub fn record_rules(&self, rules: &[Input<'_>]) {
        *self.used_rules.borrow_mut() = rules.iter().map(RuleRecord::of).collect();
    }

    /// Sets the deadline of fetches.
    pub fn begin_fetching(&self) {
        self.function
            .fetch
            .set_deadline(self.deadline.map(|deadline| deadline.fetching()));
    }

    /// Sets the deadline of writing the report.
    pub fn begin_reporting(&self) {
        self.function
            .fetch
            .set_deadline(self.deadline.map(|deadline| deadline.reporting()));
    }
}

impl Deref for Call<'_> {
    type Target = Function;

    fn deref(&self) -> &Function {
        self.function
    }
}

/// The time for a response and its phases: fetching ends first, then checking, then reporting, so that neither a slow
/// source nor a slow report bucket delays the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    started: Instant,
    limit: Duration,
}

impl Deadline {
    /// Creates a deadline that starts now.
    pub fn within(limit: Duration) -> Deadline {
        Deadline {
            started: clock(),
            limit,
        }
    }

    /// Returns the total time.
    pub fn limit(self) -> Duration {
        self.limit
    }

    /// Returns the time for fetching and checking.
    pub fn checking(self) -> Duration {
        self.limit.saturating_sub(self.report_share())
    }

    /// Returns the end of fetching, after four fifths of the time for checking.
    pub fn fetching(self) -> Instant {
        self.started + self.checking() / 5 * 4
    }

    /// Returns the end of writing the report, shortly before the response is due.
    pub fn reporting(self) -> Instant {
        self.started + self.limit.saturating_sub(self.limit / 25)
    }

    /// Returns the time for the report: a fifth of the total, at most 4 s.
    fn report_share(self) -> Duration {
        const MOST: Duration = Duration::from_secs(4);
        (self.limit / 5).min(MOST)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the front end is where the clock is read"
)]
fn clock() -> Instant {
    Instant::now()
}

/// Returns the current time in seconds since the Unix epoch.
#[expect(
    clippy::disallowed_methods,
    reason = "the front end is where the clock is read"
)]
fn now() -> i64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
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
            assert!(
                fetched < deadline.checking() && deadline.checking() < written && written < limit,
                "{seconds} s"
            );
        }
        let deadline = Deadline::within(Duration::from_secs(25));
        assert_eq!(
            (deadline.checking().as_secs(), deadline.limit().as_secs()),
            (21, 25)
        );
    }
}
