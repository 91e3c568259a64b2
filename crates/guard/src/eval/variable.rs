//! Variables: resolved on first use, in the scope that declares them, and cached there.

use super::error::EvalError;
use super::result::{QueryResult, QueryResults};
use super::scope::{Captured, Scope, ScopeKind, VariableState, Variables};
use super::trace::Trace;
use super::{Eval, Ref};
use crate::compile::program::{self, LiteralId, Operand, Variable};
use crate::value::Value;
use cfn_warden_syntax::arena::ArenaValue;

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Returns the values of a variable.
    pub(super) fn variable(
        &mut self,
        variable: Variable,
        scope: &Scope<'_, 'e>,
    ) -> Result<&'e [QueryResult<'e>], EvalError> {
        let mut scope = scope;
        loop {
            match &scope.kind {
                ScopeKind::Root => return self.file_variable(variable, scope),
                ScopeKind::Value(parent) => scope = parent,
                ScopeKind::Call(parent, arguments) => {
                    if let Some((_, results)) =
                        arguments.values.iter().find(|(name, _)| *name == variable)
                    {
                        return Ok(results);
                    }
                    scope = parent;
                }
                ScopeKind::Block(parent, variables) => {
                    if let Some(at) = program::index_of(variables.lets, variable) {
                        return self.block_variable(at, variables, scope);
                    }
                    scope = parent;
                }
            }
        }
    }

    /// Returns the literal assigned to a variable; `None` if the variable has another value.
    pub(super) fn literal_variable(
        &self,
        variable: Variable,
        scope: &Scope<'_, 'e>,
    ) -> Option<LiteralId> {
        let mut scope = Some(scope);
        while let Some(current) = scope {
            let lets = match &current.kind {
                ScopeKind::Root => &self.program.lets[..],
                ScopeKind::Block(_, variables) => variables.lets,
                ScopeKind::Call(_, arguments)
                    if arguments.values.iter().any(|(name, _)| *name == variable) =>
                {
                    return None;
                }
                ScopeKind::Value(_) | ScopeKind::Call(..) => &[],
            };
            if let Some(found) = program::index_of(lets, variable).and_then(|at| lets.get(at)) {
                return match &found.value {
                    Operand::Literal(id) => Some(*id),
                    _ => None,
                };
            }
            scope = current.parent();
        }
        None
    }

    /// Adds a captured key to a variable of the file.
    pub(super) fn capture(&mut self, variable: Variable, key: Value<'e>) {
        let key = QueryResult::Resolved(self.doc.arena.keep(key));
        let known = match self.variables.slots.get(variable.0 as usize) {
            Some(VariableState::Known(results)) => *results,
            _ => &[],
        };
        let mut initial = self.list();
        let captured = self
            .variables
            .captured
            .entry(variable.0)
            .or_insert_with(|| {
                initial.extend_from_slice(known);
                Captured {
                    all: initial,
                    shared: None,
                }
            });
        captured.all.push(key);
        captured.shared = None;
    }

    fn file_variable(
        &mut self,
        variable: Variable,
        scope: &Scope<'_, 'e>,
    ) -> Result<&'e [QueryResult<'e>], EvalError> {
        let program = self.program;
        let found = program::index_of(&program.lets, variable).and_then(|at| program.lets.get(at));
        let at = variable.0 as usize;
        if let Some(program::Let {
            value: Operand::Literal(id),
            ..
        }) = found
        {
            if let Some(VariableState::Known(results)) = self.variables.slots.get(at) {
                return Ok(results);
            }
            let literal = QueryResult::Literal(self.literal(*id));
            let results = &*self.doc.arena.alloc_slice_copy(&[literal]);
            self.set_file_slot(at, VariableState::Known(results));
            return Ok(results);
        }
        if let Some(captured) = self.variables.captured.get_mut(&variable.0) {
            if let Some(shared) = captured.shared {
                return Ok(shared);
            }
            self.doc
                .budget
                .check_allocation(size_of_val(&*captured.all))?;
            return Ok(captured
                .shared
                .insert(self.doc.arena.alloc_slice_copy(&captured.all)));
        }
        match self.variables.slots.get(at) {
            Some(VariableState::Known(results)) => return Ok(results),
            Some(VariableState::Running) => return Err(circular_variable(self.name_of(variable))),
            _ => {}
        }
        let Some(found) = found else {
            let name = self.name_of(variable);
            return Err(EvalError::missing_variable(name, &self.program.variables));
        };
        self.set_file_slot(at, VariableState::Running);
        let results = self.deeper(|eval| eval.assigned(&found.value, scope));
        self.set_file_slot(
            at,
            results.as_ref().map_or(VariableState::Unknown, |results| {
                VariableState::Known(results)
            }),
        );
        self.variables.captured.remove(&variable.0);
        results
    }

    fn block_variable(
        &mut self,
        at: usize,
        variables: &Variables<'e>,
        scope: &Scope<'_, 'e>,
    ) -> Result<&'e [QueryResult<'e>], EvalError> {
        let known = variables
            .slots
            .borrow()
            .get(at)
            .copied()
            .unwrap_or_default();
        let Some(found) = variables.lets.get(at) else {
            return Ok(&[]);
        };
        match known {
            VariableState::Known(results) => return Ok(results),
            VariableState::Running => return Err(circular_variable(self.name_of(found.variable))),
            VariableState::Unknown => {}
        }
        let set = |slot| {
            if let Some(entry) = variables.slots.borrow_mut().get_mut(at) {
                *entry = slot;
            }
        };
        set(VariableState::Running);
        let results = self.deeper(|eval| eval.assigned(&found.value, scope));
        set(results.as_ref().map_or(VariableState::Unknown, |results| {
            VariableState::Known(results)
        }));
        results
    }

    /// Evaluates the value of an assignment. With `some`, only resolved values are kept.
    fn assigned(
        &mut self,
        value: &'e Operand,
        scope: &Scope<'_, 'e>,
    ) -> Result<&'e [QueryResult<'e>], EvalError> {
        let mut results = self.list();
        match value {
            Operand::Literal(id) => results.push(QueryResult::Literal(self.literal(*id))),
            Operand::Call(call) => self.function(call, scope, &mut results)?,
            Operand::Query(query) => {
                self.retrieve(&query.parts, 0, scope.start, scope, None, &mut results)?;
                if query.some {
                    results.retain(|result| matches!(result, QueryResult::Resolved(_)));
                }
            }
        }
        self.alloc_results(&results)
    }

    fn set_file_slot(&mut self, at: usize, slot: VariableState<'e>) {
        if let Some(entry) = self.variables.slots.get_mut(at) {
            *entry = slot;
        }
    }

    fn name_of(&self, variable: Variable) -> &'e str {
        let program = self.program;
        program
            .variables
            .get(variable.0 as usize)
            .map_or("", |name| name)
    }

    /// Evaluates an operand.
    pub(super) fn operand(
        &mut self,
        operand: &'e Operand,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        match operand {
            Operand::Literal(id) => {
                out.push(QueryResult::Literal(self.literal(*id)));
                Ok(())
            }
            Operand::Query(query) => self.query(&query.parts, scope, out),
            Operand::Call(call) => self.function(call, scope, out),
        }
    }

    /// Copies a value into the arena.
    pub(super) fn alloc_value(&self, value: Value<'e>) -> Ref<'e> {
        self.doc.arena.keep(value)
    }
}

fn circular_variable(name: &str) -> EvalError {
    EvalError::fatal(format!("variable `{name}` is defined in terms of itself"))
}
