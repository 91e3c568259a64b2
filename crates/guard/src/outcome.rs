//! The recorded events of an evaluation, from which reports and findings are made.
//!
//! Events hold references; their texts are rendered only when a report needs them.

use super::budget::BudgetVec;
use super::compile::program::{Comparison, Program, QueryBlock, Reference, Rule, TypeBlock, When};
use super::doc::Doc;
use super::eval::result::{Missing, QueryResult};
use super::ops::Incomparable;
use super::syntax::ast::{Binary, Unary};
use super::value::Origin;

/// The verdict of a rule, a clause or a rules file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// All checks passed.
    Pass,
    /// A check failed.
    Fail,
    /// Nothing was checked.
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

    /// Combines two verdicts: `FAIL` wins over `PASS`, and `PASS` wins over `SKIP`.
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
    /// The verdicts of rules, and the events that led to a verdict other than `PASS`.
    #[default]
    Failures,
    /// All events, as the verbose reports need them.
    Full,
}

/// The result of evaluating one rules file against one document.
#[derive(Debug)]
pub struct Outcome<'e> {
    /// The verdict of the rules file.
    pub status: Status,
    pub(super) program: &'e Program,
    pub(super) doc: &'e Doc<'e>,
    /// The events in the order in which they began; the first is the event of the file.
    pub(super) events: BudgetVec<'e, Event<'e>>,
    /// Why rules were skipped, each with the index of the rule among the rules that ran, sorted by it.
    pub(super) reasons: Vec<(u32, SkipReason<'e>)>,
    pub(super) notices: BudgetVec<'e, Notice<'e>>,
}

/// An evaluation step. The events of its parts follow it, up to `end`.
#[derive(Debug, Clone, Copy)]
pub struct Event<'e> {
    /// What was evaluated.
    pub context: Context<'e>,
    /// The result.
    pub record: Record<'e>,
    /// The index of the next event that is not part of this one.
    pub end: u32,
    /// Whether the event has parts, recorded or not.
    pub has_parts: bool,
}

/// What an event evaluates.
#[derive(Debug, Clone, Copy)]
pub enum Context<'e> {
    /// The rules file.
    File,
    /// A rule.
    Rule(&'e Rule),
    /// The `when` conditions of a rule.
    RuleWhen(&'e Rule),
    /// A disjunction.
    Any(Level),
    /// A comparison as a whole.
    Comparison(&'e Comparison),
    /// A comparison of one value.
    Value(&'e Comparison),
    /// The comparison of one key in a key filter.
    Key,
    /// A reference to a rule, used as a clause.
    Reference(&'e Reference),
    /// A query block.
    Block(&'e QueryBlock),
    /// A value that the query of a block did not resolve.
    BlockValue(&'e QueryBlock),
    /// A `when` block.
    When(&'e When),
    /// The conditions of a `when` block.
    WhenWhen(&'e When),
    /// A type block.
    Type(&'e TypeBlock),
    /// A type block on one resource, by index.
    Resource(&'e TypeBlock, u32),
    /// The conditions of a type block, evaluated once for all resources.
    TypeWhen(&'e TypeBlock),
    /// The conditions of a type block, evaluated for one resource.
    ResourceWhen(&'e TypeBlock, u32),
    /// A filter on a map, with its number of clauses.
    MapFilter(u32),
    /// A filter on an element of a list, with its number of clauses.
    ListFilter(u32),
}

/// The construct that contains a disjunction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The body of a rule.
    Rule,
    /// A block or a filter.
    Block,
    /// The conditions of a `when`.
    Condition,
}

/// The result of an event.
#[derive(Debug, Clone, Copy)]
pub enum Record<'e> {
    /// Not evaluated yet.
    Open,
    /// The verdict of the file.
    File(Status),
    /// The verdict of a rule, and its message.
    Rule(Status, Option<&'e str>),
    /// The verdict of a rule's conditions.
    RuleCondition(Status),
    /// The verdict of a type block.
    Type(Status, Note<'e>),
    /// The verdict of a type block's conditions.
    TypeCondition(Status),
    /// The verdict of a type block on one resource.
    Resource(Status),
    /// The verdict of a filter on one value.
    Filter(Status),
    /// The verdict of a `when` block.
    When(Status, Note<'e>),
    /// The verdict of a `when` block's conditions.
    WhenCondition(Status),
    /// The verdict of a disjunction.
    Any(Status, Note<'e>),
    /// The verdict of a query block, and whether its query has `some`.
    Block(Status, bool, Note<'e>),
    /// The verdict of a comparison, and whether its query has `some`.
    Comparison(Status, bool, Note<'e>),
    /// The result for one value, by reference to keep events small.
    Check(&'e Check<'e>),
}

/// The result of a clause for one value.
#[derive(Debug, Clone, Copy)]
pub enum Check<'e> {
    /// The value passes.
    Success,
    /// One value compared with another.
    Binary {
        /// The custom message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The left value, resolved or missing.
        from: QueryResult<'e>,
        /// The right value; `None` if nothing was compared.
        to: Option<QueryResult<'e>>,
        /// Why the values are incomparable.
        why: Option<Incomparable<'e>>,
    },
    /// One value compared with several.
    In {
        /// The custom message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The left value.
        from: QueryResult<'e>,
        /// The right values.
        to: &'e [QueryResult<'e>],
    },
    /// A unary operator on one value.
    Unary {
        /// The custom message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Unary, bool),
        /// The value.
        from: QueryResult<'e>,
        /// Why the operator cannot be applied to the value.
        why: Option<&'e str>,
    },
    /// `empty` on a query that resolved to nothing; the custom message.
    NothingFound(Option<&'e str>),
    /// A reference to a rule that did not pass.
    Dependent {
        /// The reference.
        reference: &'e Reference,
        /// The custom message.
        message: Option<&'e str>,
        /// The error message, if an error is the cause.
        why: Option<&'e str>,
    },
    /// A value that the query of a block did not resolve.
    BlockValue(Missing<'e>),
}

/// A comparison with a right side that resolved to nothing.
#[derive(Debug, Clone, Copy)]
pub struct RightEmpty<'e> {
    /// Whether the comparison is negated.
    pub negated: bool,
    /// The origins of the values on the left.
    pub left: &'e [Origin<'e>],
    /// The custom message.
    pub message: Option<&'e str>,
}

/// A note about an event as a whole.
#[derive(Debug, Clone, Copy)]
pub enum Note<'e> {
    /// No note.
    None,
    /// An error message.
    Text(&'e str),
    /// The right side resolved to nothing.
    RightEmpty(RightEmpty<'e>),
    /// The variable on the left is empty.
    LeftEmpty,
    /// Only empty lists were compared; whether the comparison is negated.
    NothingCompared(bool),
    /// The document has no resource of this type.
    NoResource(&'e str),
    /// No resource of this type could be selected.
    NoneSelected(&'e str, Option<&'e Missing<'e>>),
    /// The conditions of the type block exclude all resources.
    AllExempt(&'e str),
    /// No clause applied to any resource of this type.
    NothingApplied(&'e str),
    /// For each resource, the conditions exclude it or no clause applied.
    ExemptOrNothing(&'e str),
    /// The referenced rule was skipped.
    ReferenceSkipped(&'e str),
}

/// Why a rule was skipped: the first recorded event of the rule that has a reason.
#[derive(Debug, Clone, Copy)]
pub enum SkipReason<'e> {
    /// The note about a skipped event.
    Note(Note<'e>),
    /// A condition that compares incomparable values.
    Undecided(Incomparable<'e>),
}

/// Something that an announced version of cfn-guard evaluates differently.
#[derive(Debug, Clone, Copy)]
pub enum Notice<'e> {
    /// A comparison passed because its left side resolved to empty lists only.
    Vacuous(&'e Comparison),
    /// `not in` passed because the values are incomparable.
    IncomparableMembership(&'e Comparison),
}

impl Context<'_> {
    /// Whether this is a condition or filter, whose events reports of failures ignore.
    pub(super) fn is_gate(&self) -> bool {
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
    /// Why the enclosing rule was skipped, if this check is a reason.
    pub(super) fn reason(&self) -> Option<SkipReason<'e>> {
        match self {
            Check::Binary { why: Some(why), .. } => Some(SkipReason::Undecided(*why)),
            _ => None,
        }
    }

    /// Whether reports of failures include this check.
    pub(super) fn is_reported(&self) -> bool {
        !matches!(self, Check::Success)
    }
}

impl<'e> Record<'e> {
    /// Why the enclosing rule was skipped, if this record is a reason.
    pub(super) fn reason(&self) -> Option<SkipReason<'e>> {
        match self {
            Record::Type(Status::Skip, note)
            | Record::When(Status::Skip, note)
            | Record::Any(Status::Skip, note)
            | Record::Block(Status::Skip, _, note)
            | Record::Comparison(Status::Skip, _, note) => match note {
                Note::None => None,
                note => Some(SkipReason::Note(*note)),
            },
            Record::Check(check) => check.reason(),
            _ => None,
        }
    }

    /// Whether reports of failures include this event and its parts.
    pub(super) fn is_reported(&self) -> bool {
        match self {
            Record::File(_) => true,
            Record::Rule(status, _)
            | Record::Type(status, _)
            | Record::Resource(status)
            | Record::When(status, _)
            | Record::Any(status, _)
            | Record::Block(status, ..)
            | Record::Comparison(status, ..) => *status == Status::Fail,
            Record::Check(check) => check.is_reported(),
            Record::Open
            | Record::RuleCondition(_)
            | Record::TypeCondition(_)
            | Record::Filter(_)
            | Record::WhenCondition(_) => false,
        }
    }
}

impl<'e> Outcome<'e> {
    /// The rules that ran, in order, with their verdicts.
    pub fn rules(&self) -> impl Iterator<Item = (&'e str, Status)> + '_ {
        self.rule_events().map(|(name, status, _)| (name, status))
    }

    /// The rules that ran, in order, with their verdicts and events.
    pub(super) fn rule_events(&self) -> impl Iterator<Item = (&'e str, Status, &[Event<'e>])> + '_ {
        let mut at = 1;
        std::iter::from_fn(move || {
            let event = self.events.get(at)?;
            let start = at;
            at = (event.end as usize).max(at.saturating_add(1));
            match (event.context, event.record) {
                (Context::Rule(rule), Record::Rule(status, _)) => Some((
                    &*rule.name,
                    status,
                    self.events.get(start..at).unwrap_or_default(),
                )),
                _ => None,
            }
        })
    }

    /// Why the rule with this index among the rules that ran was skipped, if a reason was recorded.
    pub fn reason(&self, at: usize) -> Option<SkipReason<'e>> {
        let found = self
            .reasons
            .binary_search_by_key(&at, |(rule, _)| *rule as usize)
            .ok()?;
        self.reasons.get(found).map(|(_, reason)| *reason)
    }
}
