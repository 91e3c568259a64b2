//! Extracts the failures from the recorded events of an outcome.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{BinaryCheck, ClauseReport, RenderContext, UnaryCheck};
use crate::eval::result::QueryResult;
use crate::outcome::{Check, Context, Event, Note, Outcome, Record, Status};
use crate::text;
use cfn_warden_syntax::arena::ArenaValue;

/// The report of one data file for all rules files.
#[derive(Debug)]
pub struct FileReport<'e> {
    /// The name of the data file.
    pub name: &'e str,
    /// The combined verdict of all rules files.
    pub status: Status,
    /// The rules that failed, in evaluation order.
    pub not_compliant: Vec<ClauseReport<'e>>,
    /// The names of the rules that were skipped.
    pub not_applicable: BTreeSet<&'e str>,
    /// Why rules were skipped, if a reason was recorded.
    pub not_applicable_reasons: BTreeMap<&'e str, String>,
    /// The names of the rules that passed.
    pub compliant: BTreeSet<&'e str>,
}

impl<'e> FileReport<'e> {
    /// Creates a report without rules.
    pub fn new(name: &'e str) -> FileReport<'e> {
        FileReport {
            name,
            status: Status::Skip,
            not_compliant: Vec::new(),
            not_applicable: BTreeSet::new(),
            not_applicable_reasons: BTreeMap::new(),
            compliant: BTreeSet::new(),
        }
    }

    /// Adds the outcome of a rules file.
    pub fn add(&mut self, outcome: &Outcome<'e>) {
        self.status = self.status.and(outcome.status);
        let source = RenderContext {
            program: outcome.program,
            doc: outcome.doc,
        };
        for (at, (name, status)) in outcome.rules().enumerate() {
            match status {
                Status::Pass => {
                    self.compliant.insert(name);
                }
                Status::Fail => {}
                Status::Skip => {
                    self.not_applicable.insert(name);
                    if let Some(reason) = outcome.reason(at) {
                        self.not_applicable_reasons
                            .insert(name, text::reason(outcome.doc, reason));
                    }
                }
            }
        }
        let (_, children) = outcome
            .events
            .split_first()
            .map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
        Failures { source }.add(children, 1, &mut self.not_compliant);
    }
}

struct Failures<'e> {
    source: RenderContext<'e>,
}

impl<'e> Failures<'e> {
    /// Returns the failures among events; `first` is the index of the first event.
    fn of(&self, events: &[Event<'e>], first: u32) -> Vec<ClauseReport<'e>> {
        // There are at most as many failures as events; the capacity avoids reallocation.
        let mut found = Vec::with_capacity(events.len());
        self.add(events, first, &mut found);
        found
    }

    /// Appends the failures among events; `first` is the index of the first event.
    fn add(&self, events: &[Event<'e>], mut first: u32, found: &mut Vec<ClauseReport<'e>>) {
        let (before, mut keys) = (found.len(), Vec::new());
        let mut rest = events;
        while let Some(event) = rest.first() {
            let size = (event.end.saturating_sub(first) as usize).max(1);
            let (whole, tail) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            let children = whole.get(1..).unwrap_or_default();
            let start = found.len();
            self.event(event, children, first.saturating_add(1), found);
            if matches!(event.context, Context::Key) {
                keys.extend(start..found.len());
            }
            rest = tail;
            first = event.end;
        }
        let is_only_keys = found.len().saturating_sub(before) == keys.len();
        for key in keys.into_iter().filter(|_| !is_only_keys) {
            if let Some(ClauseReport::Binary { is_left_out, .. }) = found.get_mut(key) {
                *is_left_out = true;
            }
        }
    }

    fn event(
        &self,
        event: &Event<'e>,
        children: &[Event<'e>],
        first: u32,
        found: &mut Vec<ClauseReport<'e>>,
    ) {
        match event.record {
            Record::Rule(Status::Fail, message) => {
                let Context::Rule(rule) = event.context else {
                    return;
                };
                found.push(ClauseReport::Rule {
                    name: &rule.name,
                    message,
                    checks: self.of(children, first),
                });
            }
            Record::Block(Status::Fail, _, note) if !event.has_parts => {
                let note = match note {
                    Note::None => Note::Text("query for block clause did not retrieve any value"),
                    note => note,
                };
                found.push(self.block(event.context, note));
            }
            Record::Block(Status::Fail, ..) | Record::Resource(Status::Fail) => {
                self.add(children, first, found);
            }
            Record::Any(Status::Fail, note) => match self.of(children, first) {
                nested if nested.is_empty() => self.noted(event.context, note, found),
                nested => found.push(ClauseReport::Disjunctions(nested)),
            },
            Record::Comparison(Status::Fail, _, note)
            | Record::Type(Status::Fail, note)
            | Record::When(Status::Fail, note) => {
                let before = found.len();
                self.add(children, first, found);
                if found.len() == before {
                    self.noted(event.context, note, found);
                }
            }
            Record::Check(check) => {
                if let Some(report) = self.check(event.context, *check) {
                    found.push(report);
                }
            }
            _ => {}
        }
    }

    fn noted(&self, context: Context<'e>, note: Note<'e>, found: &mut Vec<ClauseReport<'e>>) {
        if !matches!(note, Note::None) {
            found.push(self.block(context, note));
        }
    }

    fn block(&self, context: Context<'e>, note: Note<'e>) -> ClauseReport<'e> {
        ClauseReport::Block {
            source: self.source,
            context,
            missing: None,
            note,
        }
    }

    fn check(&self, context: Context<'e>, check: Check<'e>) -> Option<ClauseReport<'e>> {
        let source = self.source;
        let arena = source.doc.arena;
        let unary = |message, check| ClauseReport::Unary {
            source,
            context,
            message,
            check,
        };
        Some(match check {
            Check::Success => return None,
            Check::NothingFound(message) => unary(message, UnaryCheck::NothingFound),
            Check::Dependent {
                reference, message, ..
            } => unary(message, UnaryCheck::Rule(&reference.rule)),
            Check::Unary {
                message,
                operator,
                from,
                why,
            } => unary(
                message,
                UnaryCheck::Value {
                    operator,
                    from: arena.keep(from),
                    why,
                },
            ),
            Check::BlockValue(missing) => ClauseReport::Block {
                source,
                context,
                missing: Some(arena.keep(missing)),
                note: Note::None,
            },
            Check::Binary {
                message,
                operator,
                from,
                to,
                why,
            } => {
                let check = match (from, to) {
                    (QueryResult::Missing(missing), _) => {
                        BinaryCheck::FromMissing(arena.keep(missing))
                    }
                    (_, Some(QueryResult::Missing(missing))) => {
                        BinaryCheck::ToMissing(arena.keep(missing))
                    }
                    (
                        QueryResult::Resolved(from) | QueryResult::Literal(from),
                        Some(QueryResult::Resolved(to) | QueryResult::Literal(to)),
                    ) => BinaryCheck::One {
                        from,
                        to,
                        why: why.map(|why| arena.keep(why)),
                    },
                    (_, None) => return None,
                };
                ClauseReport::Binary {
                    source,
                    context,
                    message,
                    operator,
                    check,
                    is_left_out: false,
                }
            }
            Check::In {
                message,
                operator,
                from,
                to,
            } => {
                let check = BinaryCheck::Several {
                    from: from.value()?,
                    to,
                };
                ClauseReport::Binary {
                    source,
                    context,
                    message,
                    operator,
                    check,
                    is_left_out: false,
                }
            }
        })
    }
}
