//! Evaluates queries part by part.

use super::error::EvalError;
use super::result::{Missing, MissingReason, QueryResult, QueryResults};
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Ref};
use crate::Change;
use crate::compile::Case;
use crate::compile::program::{Call, Part, Variable};
use crate::doc::{Depth, is_function_key};
use crate::functions;
use crate::text;
use crate::value::{Kind, Map, Value};
use cfn_warden_syntax::arena::ArenaValue;

/// The state of a query: all of its parts, the index of the next one, and the case conversion of keys that matched.
#[derive(Clone, Copy)]
pub(super) struct Step<'e> {
    pub parts: &'e [Part],
    pub at: usize,
    pub case: Option<Case>,
}

impl<'e> Step<'e> {
    pub fn next(self) -> Step<'e> {
        Step {
            at: self.at + 1,
            ..self
        }
    }

    pub fn rest(self) -> &'e [Part] {
        self.parts.get(self.at..).unwrap_or_default()
    }

    /// Returns an unresolved result at this step.
    pub fn missing(self, at: Ref<'e>, why: MissingReason<'e>) -> QueryResult<'e> {
        QueryResult::Missing(Missing {
            at,
            rest: self.rest(),
            why,
        })
    }

    /// Like [`Step::missing`], but reports the whole query as remaining.
    pub fn missing_whole(self, at: Ref<'e>, why: MissingReason<'e>) -> QueryResult<'e> {
        QueryResult::Missing(Missing {
            at,
            rest: self.parts,
            why,
        })
    }
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Evaluates a query in a scope.
    pub(super) fn query(
        &mut self,
        parts: &'e [Part],
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        self.retrieve(parts, 0, scope.start, scope.resolver(), None, out)
    }

    /// Evaluates a query from a part on, starting at a value.
    pub(super) fn retrieve(
        &mut self,
        parts: &'e [Part],
        at: usize,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        case: Option<Case>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let step = Step { parts, at, case };
        match parts.first() {
            Some(Part::Variable(variable, _)) if at == 0 => {
                self.after_variable(*variable, step, scope, out)
            }
            Some(Part::Call(call)) if at == 0 => self.after_call(call, step, scope, out),
            _ => self.walk(step, current, scope, out),
        }
    }

    /// Continues from each value of a variable. A `[*]` after a variable is skipped.
    fn after_variable(
        &mut self,
        variable: Variable,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let results = self.variable(variable, scope)?;
        self.after_each(results, step, scope, out)
    }

    fn after_call(
        &mut self,
        call: &'e Call,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let mut results = self.list();
        self.function(call, scope, &mut results)?;
        self.after_each(&results, step, scope, out)
    }

    fn after_each(
        &mut self,
        results: &[QueryResult<'e>],
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let mut next = step.next();
        if let Some(Part::AllIndices(_)) = step.parts.get(next.at) {
            next = next.next();
        }
        if next.rest().is_empty() {
            self.spend(results.len())?;
            out.extend_from_slice(results);
            return Ok(());
        }
        for result in results {
            match result.value() {
                Some(value) => self.walk(next, value, &Scope::value(value, scope), out)?,
                None => out.push(*result),
            }
        }
        Ok(())
    }

    /// Follows the parts to a single value; parts that select several values continue recursively.
    pub(super) fn walk(
        &mut self,
        mut step: Step<'e>,
        mut current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        self.spend(step.parts.len())?;
        while let Some(part) = step.parts.get(step.at) {
            self.trace.reach(current, Some(part))?;
            match (part, current.kind) {
                (Part::This | Part::Call(_), _) => {}
                (Part::Key(key), Kind::Map(map)) => match key.find(map, step.case) {
                    Some((value, case)) => {
                        self.doc.budget.charge_bytes(key.text.len());
                        (current, step.case) = (value, case);
                    }
                    None if self.selects_nothing(step.next()) => {
                        self.read_part(current, &key.text);
                        return Ok(());
                    }
                    None => {
                        self.read_part(current, &key.text);
                        return push(out, step.missing(current, MissingReason::NoKey(&key.text)));
                    }
                },
                (Part::Key(key), _) => {
                    return push(
                        out,
                        step.missing(current, MissingReason::KeyOfNoMap(&key.text)),
                    );
                }
                (Part::Number(index, _), Kind::List(items))
                | (Part::Index(index), Kind::List(items)) => {
                    match self
                        .offset(*index, items.len())
                        .and_then(|at| items.get(at))
                    {
                        Some(value) => current = value,
                        None => {
                            return push(
                                out,
                                step.missing_whole(current, MissingReason::OutOfBounds(*index)),
                            );
                        }
                    }
                }
                (Part::Number(index, _), _) => {
                    return push(
                        out,
                        step.missing_whole(current, MissingReason::KeyOfNoList(*index)),
                    );
                }
                (Part::Index(index), _) => {
                    return push(
                        out,
                        step.missing(current, MissingReason::IndexOfNoList(*index)),
                    );
                }
                (Part::AllValues(_) | Part::AllIndices(_), Kind::List(items)) => {
                    return self.deeper(|eval| eval.elements(items, step, current, scope, out));
                }
                (
                    Part::AllValues(capture) | Part::AllIndices(capture @ Some(_)),
                    Kind::Map(map),
                ) => {
                    self.doc.read_functions.mark_parent(current);
                    return self
                        .deeper(|eval| eval.map_values(map, *capture, step, current, scope, out));
                }
                (Part::AllIndices(_) | Part::AllValues(_), _) => {}
                (Part::Filter(filter), _) => {
                    return self.deeper(|eval| eval.filter(filter, step, current, scope, out));
                }
                (Part::KeyFilter(filter), _) => {
                    self.doc.read_functions.mark_parent(current);
                    return self.deeper(|eval| eval.key_filter(filter, step, current, scope, out));
                }
                (Part::Variable(variable, name), Kind::Map(map)) => {
                    return self.deeper(|eval| {
                        eval.interpolated_keys(*variable, name, map, step, current, scope, out)
                    });
                }
                (Part::Variable(_, name), _) => {
                    let shown = MissingReason::KeyOfNoMap(self.alloc_str(&format!("%{name}")));
                    return push(out, step.missing(current, shown));
                }
            }
            step = step.next();
        }
        self.trace.reach(current, None)?;
        push(out, QueryResult::Resolved(current))
    }

    /// Notes that a query looks for a key in a value, which may be a function.
    fn read_part(&self, value: Ref<'e>, key: &str) {
        if !is_function_key(key) {
            self.doc.read_functions.mark_parent(value);
        }
    }

    /// Whether a filter after `.*` selects nothing if there are no values.
    pub(super) fn selects_nothing(&self, step: Step<'e>) -> bool {
        matches!(step.rest(), [Part::AllValues(_), Part::Filter(_), ..])
            && self.has(Change::EmptySelections)
    }

    fn elements(
        &mut self,
        items: &'e [Value<'e>],
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        if items.is_empty() && !self.selects_nothing(step) {
            out.push(step.missing(current, MissingReason::NoEntries));
        }
        items
            .iter()
            .try_for_each(|item| self.walk(step.next(), item, scope, out))
    }

    fn map_values(
        &mut self,
        map: &'e Map<'e>,
        capture: Option<Variable>,
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        if map.entries.is_empty() && self.selects_nothing(step) {
            return Ok(());
        }
        if map.entries.is_empty() {
            return push(out, step.missing(current, MissingReason::NoEntries));
        }
        if let Some(indices) = self.resources_of_type(map, step, scope) {
            return self.values_of_type(map, &indices, step, scope, out);
        }
        for entry in map.entries {
            if let Some(variable) = capture {
                self.capture(variable, entry.key_value());
            }
            self.walk(
                step.next(),
                &entry.value,
                &Scope::value(&entry.value, scope),
                out,
            )?;
        }
        Ok(())
    }

    /// Continues with the keys that are the values of a variable.
    #[expect(
        clippy::too_many_arguments,
        reason = "a step and the two faces of its part"
    )]
    fn interpolated_keys(
        &mut self,
        variable: Variable,
        name: &'e str,
        map: &'e Map<'e>,
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let results = self.variable(variable, scope)?;
        self.trace.read(results)?;
        let (results, next) = match step.parts.get(step.at + 1) {
            Some(Part::Index(index)) => match self
                .offset(*index, results.len())
                .and_then(|at| results.get(at))
            {
                Some(result) => {
                    let next = if self.has(Change::IndexedNames) {
                        step.next().next()
                    } else {
                        step.next()
                    };
                    (std::slice::from_ref(result), next)
                }
                None => {
                    let why = MissingReason::TooFewNames {
                        index: *index,
                        variable: name,
                        results,
                    };
                    return push(out, step.missing(current, why));
                }
            },
            None
            | Some(Part::AllIndices(_) | Part::Key(_) | Part::Number(..) | Part::Variable(..)) => {
                (results, step.next())
            }
            Some(_) => {
                let part = step.parts.get(1).map(text::part).unwrap_or_default();
                let whole = text::query(step.parts);
                let kind = current.type_name();
                return Err(EvalError::incompatible(format_args!(
                    "This type of query {part} based variable interpolation is not supported {kind}, {whole}"
                )));
            }
        };
        for result in results {
            match result {
                QueryResult::Missing(missing) => {
                    let missing = self.doc.arena.keep(*missing);
                    out.push(step.missing(current, MissingReason::NameMissing(name, missing)));
                }
                QueryResult::Resolved(value) | QueryResult::Literal(value) => match value.kind {
                    Kind::Str(key) => {
                        self.interpolated_key(key, current, map, (step, next), current, scope, out)?
                    }
                    Kind::List(items) => {
                        for item in items {
                            let Kind::Str(key) = item.kind else {
                                return Err(self.non_string_key(value, step));
                            };
                            self.interpolated_key(
                                key,
                                item,
                                map,
                                (step, next),
                                current,
                                scope,
                                out,
                            )?;
                        }
                    }
                    _ => return Err(self.non_string_key(value, step)),
                },
            }
        }
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a step, the one after it, and the key between them"
    )]
    fn interpolated_key(
        &mut self,
        key: &'e str,
        shown: Ref<'e>,
        map: &'e Map<'e>,
        (step, next): (Step<'e>, Step<'e>),
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        self.spend(1)?;
        self.doc.budget.charge_bytes(key.len());
        match map.get(key, crate::value::hash(key)) {
            Some(value) => self.walk(next, value, scope, out),
            None => push(
                out,
                step.missing(current, MissingReason::NoSuchName(key, shown)),
            ),
        }
    }

    fn non_string_key(&self, value: Ref<'e>, step: Step<'e>) -> EvalError {
        let whole = text::query(step.parts);
        let kind = value.type_name();
        let mut shown = String::new();
        text::debug_self(self.doc, value, &mut shown);
        EvalError::not_comparable(format_args!(
            "Variable projections inside Query {whole}, is returning a non-string value for key {kind}, {shown}"
        ))
    }

    /// Converts an index to an offset; a negative index counts from the end.
    pub(super) fn offset(&self, index: i64, length: usize) -> Option<usize> {
        let magnitude = usize::try_from(index.unsigned_abs()).ok()?;
        let backwards = index < 0 && self.has(Change::NegativeIndexes);
        if backwards {
            length.checked_sub(magnitude)
        } else {
            Some(magnitude)
        }
    }

    /// Calls a function.
    pub(super) fn function(
        &mut self,
        call: &'e Call,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let mut results = self.list();
            self.deeper(|eval| eval.operand(argument, scope, &mut results))?;
            self.trace.read(&results)?;
            let values = results.iter().filter_map(QueryResult::value);
            self.doc.read_functions.mark(values, Depth::Items);
            arguments.push(results);
        }
        let (doc, now, semantics) = (self.doc, self.now, self.semantics);
        let input = functions::Input {
            arguments: &arguments,
            doc,
            now,
            semantics,
        };
        let values = (functions::get(call.function).call)(&input)?;
        out.extend(
            values
                .into_iter()
                .map(|value| QueryResult::Resolved(self.alloc_value(value))),
        );
        Ok(())
    }
}

fn push<'e>(out: &mut QueryResults<'e>, result: QueryResult<'e>) -> Result<(), EvalError> {
    out.push(result);
    Ok(())
}
