//! Evaluates a program against a document.
//!
//! The structure follows the language: rules contain blocks, blocks contain clauses, clauses evaluate queries, and
//! queries filter by clauses. Every clause has a [`Role`]. Evaluation is generic over a [`Trace`], which records it.

mod block;
mod comparison;
mod conjunction;
pub mod deployments;
pub mod error;
mod filter;
mod key_filter;
mod message;
mod precondition;
mod query;
pub mod result;
mod rule;
mod scope;
mod trace;
mod type_block;
mod unary;
mod variable;

use self::error::EvalError;
use self::result::{QueryResult, QueryResults};
use self::scope::{RootVariables, Scope};
use self::trace::{Recorder, Trace};
use super::budget::{BudgetVec, LimitExceeded};
use super::compile::program::{Literal, LiteralId, Program};
use super::doc::Doc;
use super::ops::CompareContext;
use super::outcome::{Context, Detail, Outcome, Record, Status};
use super::value::{self, Entry, Fixed, Kind, Map, Origin, Ref, Value, ZeroBasedPosition};
use super::{Change, Semantics, hash};
use cfn_warden_syntax::arena::ArenaValue;

/// The maximum nesting depth of clauses, rules and queries.
const DEPTH: u32 = 300;

/// Evaluation options.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How much of the evaluation is recorded.
    pub detail: Detail,
    /// The time that `now()` returns, in seconds since 1970.
    pub now: i64,
}

/// The purpose of evaluating a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// An assertion: a clause that cannot be evaluated fails.
    Assertion,
    /// A condition or filter: a clause that cannot be evaluated does not decide whether something applies.
    Gate,
}

/// The state of a named rule.
#[derive(Debug, Clone, Copy)]
enum RuleState {
    /// The rule is being evaluated.
    Running,
    /// The verdict of the rule.
    Known(Status),
}

/// The state of an evaluation.
struct Eval<'e, T> {
    program: &'e Program,
    doc: &'e Doc<'e>,
    now: i64,
    semantics: Semantics,
    trace: T,
    literals: Vec<Option<Ref<'e>>>,
    variables: RootVariables<'e>,
    statuses: hash::Map<(&'e str, Role), RuleState>,
    /// The rules that were found to refer to themselves.
    circular: Vec<&'e str>,
    depth: u32,
    /// Empty lists for reuse: most clauses need one or two for a short time.
    spare: Vec<QueryResults<'e>>,
}

/// Evaluates all rules of a program.
pub fn evaluate<'e>(
    program: &'e Program,
    doc: &'e Doc<'e>,
    options: &Options,
) -> Result<Outcome<'e>, EvalError> {
    doc.budget.begin();
    let mut eval = Eval {
        program,
        doc,
        now: options.now,
        semantics: program.language.semantics,
        trace: Recorder::new(options.detail, &doc.budget),
        literals: vec![None; program.literals.len()],
        variables: RootVariables::new(program.variables.len()),
        statuses: hash::Map::default(),
        circular: Vec::new(),
        depth: 0,
        spare: Vec::new(),
    };
    let status = eval.file();
    // A clause may have handled the error of an exceeded limit, so the budget is checked, too.
    doc.budget.end()?;
    let status = status?;
    let (events, reasons, notices) = eval.trace.finish();
    Ok(Outcome {
        status,
        program,
        doc,
        events,
        reasons,
        notices,
    })
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    fn file(&mut self) -> Result<Status, EvalError> {
        let scope = Scope::root(self.doc.root);
        let mark = self.trace.open(Context::File);
        let mut status = Status::Skip;
        for rule in &self.program.rules {
            status = status.and(self.rule(rule, &scope, Role::Assertion)?);
        }
        self.trace.close(mark, Record::File(status));
        Ok(status)
    }

    /// Whether a change of the language applies.
    fn has(&self, change: Change) -> bool {
        self.semantics.has(change)
    }

    /// Whether an error fails the clause instead of ending the evaluation.
    fn fails_clause(&self, error: &EvalError, role: Role) -> bool {
        error.unevaluatable && self.errors_fail(role)
    }

    /// Whether clauses that cannot be evaluated fail.
    fn errors_fail(&self, role: Role) -> bool {
        role == Role::Assertion && self.has(Change::UnanswerableClauses)
    }

    /// Runs a function one level deeper; an error beyond [`DEPTH`].
    fn deeper<R>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<R, EvalError>,
    ) -> Result<R, EvalError> {
        if self.depth >= DEPTH {
            return Err(EvalError::fatal(format!(
                "evaluation is nested more than {DEPTH} levels deep"
            )));
        }
        // A lookup of a variable visits every enclosing scope.
        self.spend(1 + self.depth as usize)?;
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// Runs a function with an empty list, which is reused.
    fn with_list<R>(&mut self, run: impl FnOnce(&mut Self, &mut QueryResults<'e>) -> R) -> R {
        /// Larger lists are not reused.
        const SPARE: usize = 4096;
        let mut list = self.spare.pop().unwrap_or_else(|| self.list());
        let result = run(self, &mut list);
        list.clear();
        if list.capacity() <= SPARE {
            self.spare.push(list);
        }
        result
    }

    /// Creates an empty list of query results.
    fn list(&self) -> QueryResults<'e> {
        BudgetVec::new(&self.doc.budget)
    }

    /// The context of comparisons.
    fn cx(&self) -> CompareContext<'e> {
        CompareContext {
            semantics: self.semantics,
            budget: &self.doc.budget,
        }
    }

    /// Counts steps.
    #[inline]
    fn spend(&self, steps: usize) -> Result<(), LimitExceeded> {
        self.doc.budget.spend(steps as u64)
    }

    /// Copies a text into the arena; returns an empty text if it does not fit.
    fn alloc_str(&self, text: &str) -> &'e str {
        self.doc.budget.alloc_str(text)
    }

    /// Copies results into the arena.
    fn alloc_results(
        &self,
        results: &[QueryResult<'e>],
    ) -> Result<&'e [QueryResult<'e>], EvalError> {
        self.doc.budget.check_allocation(size_of_val(results))?;
        Ok(self.doc.arena.alloc_slice_copy(results))
    }

    /// Returns a literal as a value, created on first use.
    fn literal(&mut self, id: LiteralId) -> Ref<'e> {
        let at = id.0 as usize;
        if let Some(Some(value)) = self.literals.get(at) {
            return value;
        }
        let literal = self.program.literals.get(at).unwrap_or(&Literal::Null);
        let value: Ref<'e> = self.doc.arena.keep(self.literal_value(literal, ""));
        if let Some(slot) = self.literals.get_mut(at) {
            *slot = Some(value);
        }
        value
    }

    fn literal_value(&self, literal: &'e Literal, path: &'e str) -> Value<'e> {
        let arena = self.doc.arena;
        let kind = match literal {
            Literal::Null => Kind::Null,
            Literal::Bool(bool) => Kind::Bool(*bool),
            Literal::Int(int) => Kind::Int(*int),
            Literal::Float(float) => Kind::Float(*float),
            Literal::Str(text) => Kind::Str(text),
            Literal::Regex(regex) => Kind::Regex(regex),
            Literal::IntRange(range) => Kind::IntRange(range),
            Literal::FloatRange(range) => Kind::FloatRange(range),
            Literal::CharRange(range) => Kind::CharRange(range),
            Literal::List(items) => {
                Kind::List(arena.keep_all(items.iter().enumerate().map(|(at, item)| {
                    self.literal_value(item, self.doc.budget.path(path, &at.to_string()))
                })))
            }
            Literal::Map(items) => {
                let entries = arena.keep_all(items.iter().map(|(key, item)| Entry {
                    key,
                    hash: value::hash(key),
                    value: self.literal_value(item, self.doc.budget.path(path, key)),
                }));
                Kind::Map(arena.keep(Map::new(arena, entries, None)))
            }
        };
        Value {
            kind,
            origin: Origin::Fixed(arena.keep(Fixed {
                path,
                position: ZeroBasedPosition::default(),
            })),
        }
    }
}
