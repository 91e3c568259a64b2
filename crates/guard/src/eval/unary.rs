//! Unary clauses: `exists`, `empty`, `is_string` and so on.

use super::comparison::ClauseResult;
use super::error::EvalError;
use super::result::QueryResult;
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Role};
use crate::Change;
use crate::compile::program::{Comparison, Part};
use crate::doc::Depth;
use crate::outcome::{Check, Context, Note, Status};
use crate::syntax::ast::Unary;
use crate::text;
use crate::value::Kind;

/// What `empty` tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Emptiness {
    /// Whether a selected value is null.
    Selection,
    /// Whether a value is empty.
    Value,
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn unary(
        &mut self,
        comparison: &'e Comparison,
        operator: (Unary, bool),
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<ClauseResult<'e>, EvalError> {
        self.with_list(|eval, results| {
            eval.query(&comparison.query.parts, scope, results)?;
            eval.trace.test(operator.0, results)?;
            eval.unary_results(comparison, operator, results, scope, role)
        })
    }

    pub(super) fn unary_results(
        &mut self,
        comparison: &'e Comparison,
        operator: (Unary, bool),
        results: &[QueryResult<'e>],
        scope: &Scope<'_, 'e>,
        role: Role,
    ) -> Result<ClauseResult<'e>, EvalError> {
        if operator.0 != Unary::Exists {
            self.doc
                .ambiguous_scalars
                .mark_compared(results.iter().filter_map(QueryResult::value));
        }
        let parts = &comparison.query.parts;
        let selection = matches!(parts.last(), Some(Part::Filter(_) | Part::KeyFilter(_)));
        let lone_variable = matches!(&**parts, [Part::Variable(..)]);
        let of_results = operator.0 == Unary::Empty && (selection || lone_variable);
        if results.is_empty() {
            return Ok(self.empty_result(comparison, operator, of_results, scope));
        }
        let by_value = lone_variable && self.has(Change::EmptyOfVariables);
        let emptiness = if of_results && !by_value {
            Emptiness::Selection
        } else {
            Emptiness::Value
        };
        // Whether a value exists is known, whatever it is.
        if operator.0 != Unary::Exists && !of_results {
            let values = results.iter().filter_map(QueryResult::value);
            self.doc.read_functions.mark(values, Depth::Items);
        }
        let (mut passed, mut failed) = (0, 0);
        for result in results.iter().copied() {
            let answer = self.test(operator.0, emptiness, result);
            let holds = answer
                .as_ref()
                .is_ok_and(|answer| (*answer != operator.1) != comparison.negated);
            let why = answer
                .as_ref()
                .err()
                .map(|error| self.alloc_str(&error.message));
            let message = if holds {
                None
            } else {
                self.render_message(comparison.message.as_ref(), scope)
            };
            let result = if of_results && answer.is_ok() {
                result.resolved()
            } else {
                result
            };
            let check = if holds {
                Check::Success
            } else {
                Check::Unary {
                    message,
                    operator,
                    from: result,
                    why,
                }
            };
            self.trace
                .check(Context::Value(comparison), check, self.doc.arena);
            match answer {
                Err(error) if !self.fails_clause(&error, role) => return Err(error),
                _ if holds => passed += 1,
                _ => failed += 1,
            }
        }
        Ok(ClauseResult::Values { passed, failed })
    }

    /// The result if a query has no results: `empty` on a filter or variable has a verdict, other operators are
    /// skipped.
    fn empty_result(
        &mut self,
        comparison: &'e Comparison,
        operator: (Unary, bool),
        of_results: bool,
        scope: &Scope<'_, 'e>,
    ) -> ClauseResult<'e> {
        if !of_results {
            return ClauseResult::Nothing(Status::Skip, Note::None);
        }
        let holds = operator.1 == comparison.negated;
        let check = match holds {
            true => Check::Success,
            false => Check::NothingFound(self.render_message(comparison.message.as_ref(), scope)),
        };
        self.trace
            .check(Context::Value(comparison), check, self.doc.arena);
        ClauseResult::Nothing(if holds { Status::Pass } else { Status::Fail }, Note::None)
    }

    fn test(
        &self,
        operator: Unary,
        emptiness: Emptiness,
        result: QueryResult<'e>,
    ) -> Result<bool, EvalError> {
        let Some(value) = result.value() else {
            return Ok(operator == Unary::Empty);
        };
        Ok(match (operator, value.kind) {
            (Unary::Exists, _)
            | (Unary::IsString, Kind::Str(_))
            | (Unary::IsList, Kind::List(_))
            | (Unary::IsStruct, Kind::Map(_))
            | (Unary::IsBool, Kind::Bool(_))
            | (Unary::IsInt, Kind::Int(_))
            | (Unary::IsFloat, Kind::Float(_))
            | (Unary::IsNull, Kind::Null) => true,
            (Unary::Empty, kind) if emptiness == Emptiness::Selection => matches!(kind, Kind::Null),
            (Unary::Empty, Kind::List(items)) => items.is_empty(),
            (Unary::Empty, Kind::Map(map)) => map.entries.is_empty(),
            (Unary::Empty, Kind::Str(text)) => text.is_empty(),
            (Unary::Empty, Kind::Bool(_)) if !self.has(Change::EmptyOfBooleans) => false,
            (Unary::Empty, _) => {
                let mut shown = String::new();
                text::path_and_position(self.doc, value.origin, &mut shown);
                return Err(EvalError::incompatible(format_args!(
                    "Attempting EMPTY operation on type {} that does not support it at {shown}",
                    value.type_name()
                )));
            }
            _ => false,
        })
    }
}
