//! Recording, at the price that the reader asks for: verdicts only cost nothing.

use bumpalo::Bump;

use crate::budget::{Budget, Held};
use crate::outcome::{Check, Context, Detail, Event, Notice, Reason, Record};
use cfn_warden_syntax::arena::ArenaValue;

/// Takes down what an evaluation does. Events that begin end in reverse order.
pub trait Trace<'e> {
    /// Something begins; the mark is for its end.
    fn open(&mut self, context: Context<'e>) -> u32;
    /// It has ended.
    fn close(&mut self, mark: u32, record: Record<'e>);
    /// What began is to be as if it had not.
    fn forget(&mut self, mark: u32);
    /// Something without parts.
    fn leaf(&mut self, context: Context<'e>, record: Record<'e>);
    /// The result for one value; it moves to the arena where it is to be kept.
    fn check(&mut self, context: Context<'e>, check: Check<'e>, arena: &'e Bump);
    /// Something to be said aside.
    fn notice(&mut self, notice: Notice<'e>);
    /// Something was evaluated for what is open, of which nothing need be taken down.
    fn touch(&mut self);
    /// Whether every filter of every value is recorded, whatever comes of it.
    fn is_full(&self) -> bool;
}

/// Keeps what reports need.
pub struct Recorder<'e> {
    detail: Detail,
    events: Held<'e, Event<'e>>,
    /// The events that are open.
    open: Vec<Open<'e>>,
    reasons: Vec<(u32, Reason<'e>)>,
    rules: u32,
    notices: Held<'e, Notice<'e>>,
}

/// What is known of an event that is open.
#[derive(Default)]
struct Open<'e> {
    /// The first reason given under it.
    reason: Option<Reason<'e>>,
    has_parts: bool,
    /// Whether it is not among the events, nor what is evaluated for it.
    quiet: bool,
}

impl<'e> Recorder<'e> {
    /// An empty one.
    pub fn new(detail: Detail, budget: &'e Budget<'e>) -> Recorder<'e> {
        let (events, notices) = (Held::new(budget), Held::new(budget));
        Recorder { detail, events, open: Vec::new(), reasons: Vec::new(), rules: 0, notices }
    }

    /// Events, why rules were skipped, notices.
    pub fn finish(self) -> (Held<'e, Event<'e>>, Vec<(u32, Reason<'e>)>, Held<'e, Notice<'e>>) {
        (self.events, self.reasons, self.notices)
    }

    /// Whether no report will look at anything that is taken down now.
    fn is_quiet(&self) -> bool {
        self.open.last().is_some_and(|open| open.quiet)
    }

    /// Whether something without parts is taken down.
    fn keeps(&self, fails: bool) -> bool {
        !self.is_quiet() && (fails || self.detail == Detail::Full)
    }

    fn here(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// Tells the event that is open of a part; the first reason stays.
    fn give(&mut self, reason: Option<Reason<'e>>) {
        if let Some(open) = self.open.last_mut() {
            open.has_parts = true;
            open.reason = open.reason.or(reason);
        }
    }
}

impl<'e> Trace<'e> for Recorder<'e> {
    fn open(&mut self, context: Context<'e>) -> u32 {
        let mark = self.here();
        let quiet = self.is_quiet() || self.detail == Detail::Failures && context.decides();
        if !quiet {
            self.events.push(Event { context, record: Record::Open, end: mark, has_parts: false });
        }
        self.open.push(Open { quiet, ..Open::default() });
        mark
    }

    fn close(&mut self, mark: u32, record: Record<'e>) {
        let Open { reason, has_parts, quiet } = self.open.pop().unwrap_or_default();
        let reason = reason.or_else(|| record.reason());
        if let (Record::Rule(..), 1) = (record, self.open.len()) {
            self.reasons.extend(reason.map(|reason| (self.rules, reason)));
            self.rules = self.rules.saturating_add(1);
        } else {
            self.give(reason);
        }
        if quiet {
            return;
        }
        if self.detail == Detail::Failures && !record.fails() {
            // Of the rules that ran, those that did not fail are kept without what led to it.
            let kept = matches!(record, Record::Rule(..)) && self.open.len() == 1;
            self.events.truncate(mark as usize + usize::from(kept));
        }
        let end = self.here();
        if let Some(event) = self.events.get_mut(mark as usize) {
            event.record = record;
            event.end = end;
            event.has_parts = has_parts;
        }
    }

    fn forget(&mut self, mark: u32) {
        self.open.pop();
        self.events.truncate(mark as usize);
    }

    fn leaf(&mut self, context: Context<'e>, record: Record<'e>) {
        self.give(record.reason());
        if self.keeps(record.fails()) {
            let end = self.here().saturating_add(1);
            self.events.push(Event { context, record, end, has_parts: false });
        }
    }

    #[inline]
    fn check(&mut self, context: Context<'e>, check: Check<'e>, arena: &'e Bump) {
        if !self.keeps(check.fails()) {
            return self.give(check.reason());
        }
        let check = match check {
            Check::Success => &Check::Success,
            check => arena.keep(check),
        };
        self.leaf(context, Record::Check(check));
    }

    fn notice(&mut self, notice: Notice<'e>) {
        self.notices.push(notice);
    }

    fn touch(&mut self) {
        self.give(None);
    }

    fn is_full(&self) -> bool {
        self.detail == Detail::Full
    }
}
