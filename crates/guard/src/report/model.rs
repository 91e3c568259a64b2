//! What a report says of one rules file's failures.

use crate::compile::program::Program;
use crate::doc::Doc;
use crate::eval::result::{Missing, Res};
use crate::ops::Incomparable;
use crate::outcome::{Context, Note};
use crate::syntax::ast::{Binary, Unary};
use crate::value::Ref;

/// What texts are rendered with.
#[derive(Debug, Clone, Copy)]
pub struct Source<'e> {
    pub(crate) program: &'e Program,
    pub(crate) doc: &'e Doc<'e>,
}

/// An operator, and whether it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// With a right side.
    Binary(Binary, bool),
    /// Without.
    Unary(Unary, bool),
}

/// Something that failed. A report holds ten thousands of them: what few have stands elsewhere.
#[derive(Debug)]
pub enum ClauseReport<'e> {
    /// A rule, with what failed in it.
    Rule {
        /// Its name.
        name: &'e str,
        /// The message that it has as a whole.
        message: Option<&'e str>,
        /// What failed.
        checks: Vec<ClauseReport<'e>>,
    },
    /// Clauses of which none passed.
    Disjunctions(Vec<ClauseReport<'e>>),
    /// A block as a whole.
    Block {
        /// What it is rendered with.
        source: Source<'e>,
        /// Which.
        context: Context<'e>,
        /// The value that is missing, where it is that.
        missing: Option<&'e Missing<'e>>,
        /// What is said of it, where not.
        note: Note<'e>,
    },
    /// A check of one value.
    Unary {
        /// What it is rendered with.
        source: Source<'e>,
        /// Which clause.
        context: Context<'e>,
        /// The clause's message.
        message: Option<&'e str>,
        /// The check.
        check: UnaryCheck<'e>,
    },
    /// A check of one value against others.
    Binary {
        /// What it is rendered with.
        source: Source<'e>,
        /// Which clause.
        context: Context<'e>,
        /// The clause's message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The check.
        check: BinaryCheck<'e>,
    },
}

/// A check of one value.
#[derive(Debug)]
pub enum UnaryCheck<'e> {
    /// A value that does not do.
    Value {
        /// The operator, and whether it is negated.
        operator: (Unary, bool),
        /// The value, found or missing.
        from: &'e Res<'e>,
        /// Why there is no answer.
        why: Option<&'e str>,
    },
    /// `empty` asked of a query that found nothing.
    NothingFound,
    /// A rule that did not pass.
    Rule(&'e str),
}

/// A check of one value against others.
#[derive(Debug)]
pub enum BinaryCheck<'e> {
    /// The value is missing.
    FromMissing(&'e Missing<'e>),
    /// What it is to be compared with is missing.
    ToMissing(&'e Missing<'e>),
    /// One against one.
    One {
        /// The value.
        from: Ref<'e>,
        /// The other.
        to: Ref<'e>,
        /// Why they cannot be compared.
        why: Option<&'e Incomparable<'e>>,
    },
    /// One against several.
    Several {
        /// The value.
        from: Ref<'e>,
        /// The others.
        to: &'e [Res<'e>],
    },
}

impl<'e> ClauseReport<'e> {
    /// The reports in it that hold no others, itself where it is one.
    pub fn leaves(&self) -> Vec<&ClauseReport<'e>> {
        match self {
            ClauseReport::Rule { checks, .. } | ClauseReport::Disjunctions(checks) => {
                checks.iter().flat_map(ClauseReport::leaves).collect()
            }
            leaf => vec![leaf],
        }
    }

    /// What it is about.
    pub fn context(&self) -> Option<Context<'e>> {
        match self {
            ClauseReport::Block { context, .. }
            | ClauseReport::Unary { context, .. }
            | ClauseReport::Binary { context, .. } => Some(*context),
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => None,
        }
    }
}
