//! Evaluating a program against a document.
//!
//! The structure follows the language: rules hold blocks, blocks hold clauses, clauses ask queries, queries filter with
//! clauses. Every clause is evaluated in a [`Role`], and everything is generic over what is recorded.

mod block;
mod comparison;
mod conjunction;
pub mod error;
mod filter;
mod key_filter;
mod message;
mod query;
pub mod result;
mod rule;
mod scope;
mod trace;
mod type_block;
mod unary;
mod variable;

use self::error::EvalError;
use self::result::{Res, Results};
use self::scope::Scope;
use self::trace::{Recorder, Trace};
use super::budget::{Held, Spent};
use super::compile::program::{Literal, LiteralId, Program};
use super::doc::Doc;
use super::ops::By;
use super::outcome::{Context, Outcome, Record, Status};
use super::value::{self, Entry, Fixed, Kind, Map, Origin, Place, Ref, Value};
use super::{Change, Options, Semantics, hash};
use cfn_warden_syntax::arena::ArenaValue;

/// Clauses, rules and queries may be nested this deep in each other.
const DEPTH: u32 = 300;

/// Why a clause is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// As a claim: what has no answer fails.
    Assertion,
    /// To decide whether something applies: what has no answer does not decide it.
    Gate,
}

/// An evaluation under way.
struct Eval<'e, T> {
    program: &'e Program,
    doc: &'e Doc<'e>,
    now: i64,
    semantics: Semantics,
    trace: T,
    literals: Vec<Option<Ref<'e>>>,
    variables: variable::RootVariables<'e>,
    statuses: hash::Map<(&'e str, Role), rule::Progress>,
    depth: u32,
    /// Lists of results that are empty again: most clauses need one or two, for a moment.
    spare: Vec<Results<'e>>,
}

/// Evaluates all rules.
pub fn evaluate<'e>(program: &'e Program, doc: &'e Doc<'e>, options: &Options) -> Result<Outcome<'e>, EvalError> {
    doc.budget.begin();
    let mut eval = Eval {
        program,
        doc,
        now: options.now,
        semantics: program.language.semantics,
        trace: Recorder::new(options.detail, &doc.budget),
        literals: vec![None; program.literals.len()],
        variables: variable::RootVariables::new(program.variables.len()),
        statuses: hash::Map::default(),
        depth: 0,
        spare: Vec::new(),
    };
    let status = eval.file();
    // Some errors are answered: what was not granted is none of these.
    doc.budget.end()?;
    let status = status?;
    let (events, reasons, notices) = eval.trace.finish();
    Ok(Outcome { status, program, doc, events, reasons, notices })
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

    /// Whether a change of the language is in force.
    fn has(&self, change: Change) -> bool {
        self.semantics.has(change)
    }

    /// Whether an error is the failure of the clause that asked, rather than the end of the evaluation.
    fn is_answered(&self, stop: &EvalError, role: Role) -> bool {
        stop.unevaluatable && role == Role::Assertion && self.has(Change::UnanswerableClauses)
    }

    /// Runs something one level deeper, unless that is too deep.
    fn deeper<R>(&mut self, run: impl FnOnce(&mut Self) -> Result<R, EvalError>) -> Result<R, EvalError> {
        if self.depth >= DEPTH {
            return Err(EvalError::fatal(format!("Rules are nested more than {DEPTH} levels deep, or without end")));
        }
        // Variables are looked for through all that is around.
        self.spend(1 + self.depth as usize)?;
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// Runs something with an empty list.
    fn with_list<R>(&mut self, run: impl FnOnce(&mut Self, &mut Results<'e>) -> R) -> R {
        /// A list that has grown beyond this is not kept.
        const SPARE: usize = 4096;
        let mut list = self.spare.pop().unwrap_or_else(|| self.list());
        let result = run(self, &mut list);
        list.clear();
        if list.capacity() <= SPARE {
            self.spare.push(list);
        }
        result
    }

    /// An empty list for what a query finds.
    fn list(&self) -> Results<'e> {
        Held::new(&self.doc.budget)
    }

    /// How values are compared.
    fn by(&self) -> By<'e> {
        By { semantics: self.semantics, budget: &self.doc.budget }
    }

    /// Counts steps.
    #[inline]
    fn spend(&self, steps: usize) -> Result<(), Spent> {
        self.doc.budget.spend(steps as u64)
    }

    /// A text that is kept as long as the document; nothing where there is no room for it.
    fn kept(&self, text: &str) -> &'e str {
        self.doc.budget.kept(text)
    }

    /// Results that are kept as long as the document.
    fn kept_results(&self, results: &[Res<'e>]) -> Result<&'e [Res<'e>], EvalError> {
        self.doc.budget.make(size_of_val(results))?;
        Ok(self.doc.arena.alloc_slice_copy(results))
    }

    /// A literal as a value; made when it is first asked for.
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
            Literal::List(items) => Kind::List(
                arena.keep_all(
                    items
                        .iter()
                        .enumerate()
                        .map(|(at, item)| self.literal_value(item, self.doc.budget.path(path, &at.to_string()))),
                ),
            ),
            Literal::Map(items) => {
                let entries = arena.keep_all(items.iter().map(|(key, item)| Entry {
                    key,
                    hash: value::hash(key),
                    value: self.literal_value(item, self.doc.budget.path(path, key)),
                }));
                Kind::Map(arena.keep(Map::new(arena, entries, None)))
            }
        };
        Value { kind, origin: Origin::Fixed(arena.keep(Fixed { path, place: Place::default() })) }
    }
}
