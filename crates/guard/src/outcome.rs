//! What an evaluation recorded: a tree of events, of which every report and every finding is made.
//!
//! Events keep handles; their texts are rendered when a report asks for them.

use super::budget::Held;
use super::compile::program::{Comparison, Program, QueryBlock, Reference, Rule, TypeBlock, When};
use super::doc::Doc;
use super::eval::result::{Missing, Res};
use super::ops::Incomparable;
use super::syntax::ast::{Binary, Unary};
use super::text;

/// A verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// What was asked holds.
    Pass,
    /// It does not.
    Fail,
    /// There was nothing to ask.
    Skip,
}

impl Status {
    /// `PASS`, `FAIL` or `SKIP`.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pass => "PASS",
            Status::Fail => "FAIL",
            Status::Skip => "SKIP",
        }
    }

    /// The verdict of two together.
    pub fn and(self, other: Status) -> Status {
        match (self, other) {
            (Status::Fail, _) | (_, Status::Fail) => Status::Fail,
            (Status::Pass, _) | (_, Status::Pass) => Status::Pass,
            _ => Status::Skip,
        }
    }
}

/// How much of an evaluation is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// The verdicts of rules, and what led to those that are not `PASS`.
    #[default]
    Failures,
    /// Everything, as the verbose reports show it.
    Full,
}

/// What came of evaluating one rules file against one document.
#[derive(Debug)]
pub struct Outcome<'e> {
    /// The verdict of the file.
    pub status: Status,
    /// What ran out; `None` where the evaluation came to its end.
    pub(super) program: &'e Program,
    pub(super) doc: &'e Doc<'e>,
    /// In the order in which they began; the first is the file's.
    pub(super) events: Held<'e, Event<'e>>,
    /// Why rules were skipped, by place of the rule among the rules that ran.
    pub(super) reasons: Vec<(u32, Reason<'e>)>,
    pub(super) notices: Held<'e, Notice<'e>>,
}

/// Something evaluated, with everything evaluated for it behind it, up to `end`.
#[derive(Debug, Clone, Copy)]
pub struct Event<'e> {
    /// What.
    pub context: Context<'e>,
    /// With what result.
    pub record: Record<'e>,
    /// The place of the next event that is no part of this one.
    pub end: u32,
    /// Whether anything was evaluated for it, kept or not.
    pub has_parts: bool,
}

/// What an event is about.
#[derive(Debug, Clone, Copy)]
pub enum Context<'e> {
    /// The rules file.
    File,
    /// A rule.
    Rule(&'e Rule),
    /// Its conditions.
    RuleWhen(&'e Rule),
    /// Clauses of which one is enough.
    Any(Level),
    /// A comparison of all values.
    Comparison(&'e Comparison),
    /// That of one value.
    Value(&'e Comparison),
    /// That of one key in a filter of keys.
    Key,
    /// A rule's name as a clause.
    Reference(&'e Reference),
    /// A block.
    Block(&'e QueryBlock),
    /// A value that the block did not find.
    BlockValue(&'e QueryBlock),
    /// A `when` block.
    When(&'e When),
    /// Its conditions.
    WhenWhen(&'e When),
    /// A type block.
    Type(&'e TypeBlock),
    /// One resource of it.
    Resource(&'e TypeBlock, u32),
    /// The type block's conditions, for all resources.
    TypeWhen(&'e TypeBlock),
    /// The type block's conditions, for that resource.
    ResourceWhen(&'e TypeBlock, u32),
    /// A filter on a map; its number of clauses.
    MapFilter(u32),
    /// A filter on an element of a list.
    ListFilter(u32),
}

/// Where clauses of which one is enough stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// In a rule.
    Rule,
    /// In a block or filter.
    Block,
    /// In conditions.
    Condition,
}

/// The result of an event.
#[derive(Debug, Clone, Copy)]
pub enum Record<'e> {
    /// Not known yet.
    Open,
    /// Of the file.
    File(Status),
    /// Of a rule, and the message that it has as a whole.
    Rule(Status, Option<&'e str>),
    /// Of a rule's conditions.
    RuleCondition(Status),
    /// Of a type block.
    Type(Status, Note<'e>),
    /// Of a type block's conditions.
    TypeCondition(Status),
    /// Of one resource.
    Resource(Status),
    /// Of a filter on one value.
    Filter(Status),
    /// Of a `when` block.
    When(Status, Note<'e>),
    /// Of its conditions.
    WhenCondition(Status),
    /// Of clauses of which one is enough.
    Any(Status, Note<'e>),
    /// Of a block; whether one value is enough for it.
    Block(Status, bool, Note<'e>),
    /// Of a comparison; whether one value is enough for it.
    Comparison(Status, bool, Note<'e>),
    /// Of one value; by reference, which keeps the events of a large evaluation small.
    Check(&'e Check<'e>),
}

/// The result for one value.
#[derive(Debug, Clone, Copy)]
pub enum Check<'e> {
    /// It passes.
    Success,
    /// One value against one.
    Binary {
        /// The comparison, for its message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The value; found or missing.
        from: Res<'e>,
        /// What it was compared with, where it was.
        to: Option<Res<'e>>,
        /// Why it could not be.
        why: Option<Incomparable<'e>>,
    },
    /// One value against several.
    In {
        /// The message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The value.
        from: Res<'e>,
        /// What it was compared with.
        to: &'e [Res<'e>],
    },
    /// One value alone.
    Unary {
        /// The message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Unary, bool),
        /// The value.
        from: Res<'e>,
        /// Why the question has no answer.
        why: Option<&'e str>,
    },
    /// `empty` asked of a query that found nothing; the message.
    NothingFound(Option<&'e str>),
    /// A rule referred to did not pass.
    Dependent {
        /// The clause.
        reference: &'e Reference,
        /// Its message.
        message: Option<&'e str>,
        /// The error, where that is why.
        why: Option<&'e str>,
    },
    /// A block's value is missing.
    BlockValue(Missing<'e>),
}

/// What is to be said of an event as a whole.
#[derive(Debug, Clone, Copy)]
pub enum Note<'e> {
    /// Nothing.
    None,
    /// An error.
    Text(&'e str),
    /// The right side found nothing; whether the comparison is negated.
    RightEmpty(bool),
    /// The variable on the left holds nothing.
    LeftEmpty,
    /// The comparison found only empty lists; whether it is negated.
    NothingCompared(bool),
    /// There is no resource of the type.
    NoResource(&'e str),
    /// No resource of the type could be selected.
    NoneSelected(&'e str, Option<&'e Missing<'e>>),
    /// The type block's conditions exempt all resources.
    AllExempt(&'e str),
    /// No clause applied to any resource.
    NothingApplied(&'e str),
    /// One or the other for each resource.
    ExemptOrNothing(&'e str),
    /// The rule referred to was skipped.
    ReferenceSkipped(&'e str),
}

/// Why a rule was skipped: the first thing recorded under it that says so.
#[derive(Debug, Clone, Copy)]
pub enum Reason<'e> {
    /// Something skipped, and what was said of it.
    Note(Note<'e>),
    /// A condition without an answer.
    Undecided(Incomparable<'e>),
}

/// Something that a coming version of the reference will judge otherwise.
#[derive(Debug, Clone, Copy)]
pub enum Notice<'e> {
    /// The comparison passed because there was nothing to compare.
    Vacuous(&'e Comparison),
    /// `not in` passed because nothing could be compared.
    IncomparableMembership(&'e Comparison),
}

impl Context<'_> {
    /// Whether it only decides what applies: then no report of failures looks at it, or behind it.
    pub(super) fn decides(&self) -> bool {
        matches!(
            self,
            Context::RuleWhen(_)
                | Context::WhenWhen(_)
                | Context::TypeWhen(_)
                | Context::ResourceWhen(..)
                | Context::MapFilter(_)
                | Context::ListFilter(_)
        )
    }
}

impl<'e> Check<'e> {
    /// Why a rule under which this stands was skipped, as far as this says so.
    pub(super) fn reason(&self) -> Option<Reason<'e>> {
        match self {
            Check::Binary { why: Some(why), .. } => Some(Reason::Undecided(*why)),
            _ => None,
        }
    }

    /// Whether a report of failures looks at it.
    pub(super) fn fails(&self) -> bool {
        !matches!(self, Check::Success)
    }
}

impl<'e> Record<'e> {
    /// Why a rule under which this stands was skipped, as far as this says so.
    pub(super) fn reason(&self) -> Option<Reason<'e>> {
        match self {
            Record::Type(Status::Skip, note)
            | Record::When(Status::Skip, note)
            | Record::Any(Status::Skip, note)
            | Record::Block(Status::Skip, _, note)
            | Record::Comparison(Status::Skip, _, note) => match note {
                Note::None => None,
                note => Some(Reason::Note(*note)),
            },
            Record::Check(check) => check.reason(),
            _ => None,
        }
    }

    /// Whether a report of failures looks at it, or behind it.
    pub(super) fn fails(&self) -> bool {
        match self {
            Record::File(_) => true,
            Record::Rule(status, _)
            | Record::Type(status, _)
            | Record::Resource(status)
            | Record::When(status, _)
            | Record::Any(status, _)
            | Record::Block(status, ..)
            | Record::Comparison(status, ..) => *status == Status::Fail,
            Record::Check(check) => check.fails(),
            Record::Open
            | Record::RuleCondition(_)
            | Record::TypeCondition(_)
            | Record::Filter(_)
            | Record::WhenCondition(_) => false,
        }
    }
}

impl<'e> Outcome<'e> {
    /// The rules that ran, in their order, with their verdicts.
    pub fn rules(&self) -> impl Iterator<Item = (&'e str, Status)> + '_ {
        self.rule_events().map(|(name, status, _)| (name, status))
    }

    /// The same, with what was recorded of each.
    pub(super) fn rule_events(&self) -> impl Iterator<Item = (&'e str, Status, &[Event<'e>])> + '_ {
        let mut at = 1;
        std::iter::from_fn(move || {
            let event = self.events.get(at)?;
            let start = at;
            at = (event.end as usize).max(at.saturating_add(1));
            match (event.context, event.record) {
                (Context::Rule(rule), Record::Rule(status, _)) => {
                    Some((&*rule.name, status, self.events.get(start..at).unwrap_or_default()))
                }
                _ => None,
            }
        })
    }

    /// What a coming version of the reference will judge otherwise, each said once, in alphabetical order.
    pub fn notices(&self) -> std::collections::BTreeSet<String> {
        self.notices.iter().map(|notice| text::notice(self.program, *notice)).collect()
    }

    /// Why the rule of this place among them was skipped, as far as something recorded says so.
    pub fn reason(&self, at: usize) -> Option<Reason<'e>> {
        let found = self.reasons.binary_search_by_key(&at, |(rule, _)| *rule as usize).ok()?;
        self.reasons.get(found).map(|(_, reason)| *reason)
    }
}
