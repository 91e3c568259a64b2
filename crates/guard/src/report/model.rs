//! The failures in a report.

use crate::compile::program::Program;
use crate::doc::Doc;
use crate::eval::result::{Missing, QueryResult};
use crate::ops::Incomparable;
use crate::outcome::{Context, Note};
use crate::syntax::ast::{Binary, Unary};
use crate::value::Ref;

/// The rules file and the document, from which texts are rendered.
#[derive(Debug, Clone, Copy)]
pub struct RenderContext<'e> {
    pub(crate) program: &'e Program,
    pub(crate) doc: &'e Doc<'e>,
}

/// An operator, and whether it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// A binary operator.
    Binary(Binary, bool),
    /// A unary operator.
    Unary(Unary, bool),
}

/// A failure. Reports can contain tens of thousands of failures, so rarely used parts are stored by reference.
#[derive(Debug)]
pub enum ClauseReport<'e> {
    /// A rule with its failures.
    Rule {
        /// The name of the rule.
        name: &'e str,
        /// The message of the rule.
        message: Option<&'e str>,
        /// The failures.
        checks: Vec<ClauseReport<'e>>,
    },
    /// A disjunction without a passing clause.
    Disjunctions(Vec<ClauseReport<'e>>),
    /// A block or a clause as a whole.
    Block {
        /// The rules file and the document.
        source: RenderContext<'e>,
        /// The block or clause.
        context: Context<'e>,
        /// The missing value, if that is the failure.
        missing: Option<&'e Missing<'e>>,
        /// The note, if no value is missing.
        note: Note<'e>,
    },
    /// A unary check of one value.
    Unary {
        /// The rules file and the document.
        source: RenderContext<'e>,
        /// The clause.
        context: Context<'e>,
        /// The custom message.
        message: Option<&'e str>,
        /// The check.
        check: UnaryCheck<'e>,
    },
    /// A comparison of one value with others.
    Binary {
        /// The rules file and the document.
        source: RenderContext<'e>,
        /// The clause.
        context: Context<'e>,
        /// The custom message.
        message: Option<&'e str>,
        /// The operator, and whether it is negated.
        operator: (Binary, bool),
        /// The values.
        check: BinaryCheck<'e>,
        /// Whether it only says why a key filter leaves out a value, and the failure is another one.
        is_left_out: bool,
    },
}

/// A unary check of one value.
#[derive(Debug)]
pub enum UnaryCheck<'e> {
    /// A value that fails the check.
    Value {
        /// The operator, and whether it is negated.
        operator: (Unary, bool),
        /// The value, resolved or missing.
        from: &'e QueryResult<'e>,
        /// Why the operator cannot be applied to the value.
        why: Option<&'e str>,
    },
    /// `empty` on a query that resolved to nothing.
    NothingFound,
    /// A rule that did not pass.
    Rule(&'e str),
}

/// A comparison of one value with others.
#[derive(Debug)]
pub enum BinaryCheck<'e> {
    /// The left value is missing.
    FromMissing(&'e Missing<'e>),
    /// The right value is missing.
    ToMissing(&'e Missing<'e>),
    /// One value compared with another.
    One {
        /// The left value.
        from: Ref<'e>,
        /// The right value.
        to: Ref<'e>,
        /// Why the values are incomparable.
        why: Option<&'e Incomparable<'e>>,
    },
    /// One value compared with several.
    Several {
        /// The left value.
        from: Ref<'e>,
        /// The right values.
        to: &'e [QueryResult<'e>],
    },
}

impl<'e> ClauseReport<'e> {
    /// Returns the failures without nested failures: descendants, or the failure itself.
    pub fn leaves(&self) -> Vec<&ClauseReport<'e>> {
        match self {
            ClauseReport::Rule { checks, .. } | ClauseReport::Disjunctions(checks) => {
                checks.iter().flat_map(ClauseReport::leaves).collect()
            }
            leaf => vec![leaf],
        }
    }

    /// The event context of the failure, if it is a single clause or block.
    pub fn context(&self) -> Option<Context<'e>> {
        match self {
            ClauseReport::Block { context, .. }
            | ClauseReport::Unary { context, .. }
            | ClauseReport::Binary { context, .. } => Some(*context),
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => None,
        }
    }
}
