//! Recording of an evaluation, at a level of detail that the caller selects.

use std::rc::Rc;

use bumpalo::Bump;

use super::error::EvalError;
use super::result::QueryResult;
use crate::budget::{Budget, BudgetVec};
use crate::compile::program::{Part, Precondition};
use crate::doc::Index;
use crate::outcome::{Check, Context, Detail, Event, Notice, Record, SkipReason};
use crate::syntax::ast::Unary;
use crate::value::Ref;
use cfn_warden_syntax::arena::ArenaValue;

/// A recorder of an evaluation. Events must be closed in reverse order.
pub trait Trace<'e> {
    /// Opens an event and returns its mark.
    fn open(&mut self, context: Context<'e>) -> u32;
    /// Closes an event with its result.
    fn close(&mut self, mark: u32, record: Record<'e>);
    /// Removes an open event and its parts.
    fn forget(&mut self, mark: u32);
    /// Records an event without parts.
    fn leaf(&mut self, context: Context<'e>, record: Record<'e>);
    /// Records the result for one value; it is moved to the arena if it is kept.
    fn check(&mut self, context: Context<'e>, check: Check<'e>, arena: &'e Bump);
    /// Records a notice.
    fn notice(&mut self, notice: Notice<'e>);
    /// Marks the open event as having parts, without recording one.
    fn touch(&mut self);
    /// Whether all filters of all values are recorded.
    fn is_full(&self) -> bool;

    /// Called with each value that a query reaches and the part that it applies next; an error ends the evaluation.
    #[inline]
    fn reach(&mut self, _value: Ref<'e>, _next: Option<&Part>) -> Result<(), EvalError> {
        Ok(())
    }

    /// Called with results whose content is used; an error ends the evaluation.
    #[inline]
    fn read(&mut self, _results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        Ok(())
    }

    /// Called with results that a unary operator tests; an error ends the evaluation.
    #[inline]
    fn test(&mut self, _operator: Unary, _results: &[QueryResult<'e>]) -> Result<(), EvalError> {
        Ok(())
    }

    /// Returns the resources that a filter by type visits although they do not satisfy a precondition.
    #[inline]
    fn exceptions(&self, _index: &Index<'e>, _precondition: &Precondition) -> Option<Rc<[u32]>> {
        None
    }
}

/// Records the events that reports need.
pub struct Recorder<'e> {
    detail: Detail,
    events: BudgetVec<'e, Event<'e>>,
    /// The open events.
    open: Vec<OpenEvent<'e>>,
    reasons: Vec<(u32, SkipReason<'e>)>,
    rules: u32,
    notices: BudgetVec<'e, Notice<'e>>,
}

/// The state of an open event.
#[derive(Default)]
struct OpenEvent<'e> {
    /// The first reason recorded in the event.
    reason: Option<SkipReason<'e>>,
    has_parts: bool,
    /// Whether the event and its parts are not recorded.
    is_unrecorded: bool,
}

impl<'e> Recorder<'e> {
    /// Creates an empty recorder.
    pub fn new(detail: Detail, budget: &'e Budget<'e>) -> Recorder<'e> {
        let (events, notices) = (BudgetVec::new(budget), BudgetVec::new(budget));
        Recorder {
            detail,
            events,
            open: Vec::new(),
            reasons: Vec::new(),
            rules: 0,
            notices,
        }
    }

    /// Returns the events, the reasons why rules were skipped, and the notices.
    pub fn finish(
        self,
    ) -> (
        BudgetVec<'e, Event<'e>>,
        Vec<(u32, SkipReason<'e>)>,
        BudgetVec<'e, Notice<'e>>,
    ) {
        (self.events, self.reasons, self.notices)
    }

    /// Whether events are currently not recorded, because no report uses them.
    fn in_unrecorded(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_unrecorded)
    }

    /// Whether an event without parts is recorded.
    fn records(&self, is_reported: bool) -> bool {
        !self.in_unrecorded() && (is_reported || self.detail == Detail::Full)
    }

    fn next_index(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// Adds a part to the open event; the first reason is kept.
    fn add_part(&mut self, reason: Option<SkipReason<'e>>) {
        if let Some(open) = self.open.last_mut() {
            open.has_parts = true;
            open.reason = open.reason.or(reason);
        }
    }
}

impl<'e> Trace<'e> for Recorder<'e> {
    fn open(&mut self, context: Context<'e>) -> u32 {
        let mark = self.next_index();
        let is_unrecorded =
            self.in_unrecorded() || self.detail == Detail::Failures && context.is_gate();
        if !is_unrecorded {
            self.events.push(Event {
                context,
                record: Record::Open,
                end: mark,
                has_parts: false,
            });
        }
        self.open.push(OpenEvent {
            is_unrecorded,
            ..OpenEvent::default()
        });
        mark
    }

    fn close(&mut self, mark: u32, record: Record<'e>) {
        let OpenEvent {
            reason,
            has_parts,
            is_unrecorded,
        } = self.open.pop().unwrap_or_default();
        let reason = reason.or_else(|| record.reason());
        if let (Record::Rule(..), 1) = (record, self.open.len()) {
            self.reasons
                .extend(reason.map(|reason| (self.rules, reason)));
            self.rules = self.rules.saturating_add(1);
        } else {
            self.add_part(reason);
        }
        if is_unrecorded {
            return;
        }
        if self.detail == Detail::Failures && !record.is_reported() {
            // The event of a top-level rule that did not fail is kept without its parts.
            let is_kept = matches!(record, Record::Rule(..)) && self.open.len() == 1;
            self.events.truncate(mark as usize + usize::from(is_kept));
        }
        let end = self.next_index();
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
        self.add_part(record.reason());
        if self.records(record.is_reported()) {
            let end = self.next_index().saturating_add(1);
            self.events.push(Event {
                context,
                record,
                end,
                has_parts: false,
            });
        }
    }

    #[inline]
    fn check(&mut self, context: Context<'e>, check: Check<'e>, arena: &'e Bump) {
        if !self.records(check.is_reported()) {
            return self.add_part(check.reason());
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
        self.add_part(None);
    }

    fn is_full(&self) -> bool {
        self.detail == Detail::Full
    }
}
