//! Variables: resolved on first use, in the scope that declares them, and cached there.

use std::collections::HashMap;

use super::error::EvalError;
use super::result::{Res, Results};
use super::scope::{Scope, ScopeKind, Slot, Variables};
use super::trace::Trace;
use super::{Eval, Ref};
use crate::compile::program::{self, LiteralId, Operand, Variable};
use crate::value::Value;
use cfn_warden_syntax::arena::ArenaValue;

/// The variables of the file, and the variables that capture keys.
pub(super) struct RootVariables<'e> {
    slots: Vec<Slot<'e>>,
    captured: HashMap<u32, Captured<'e>>,
}

/// The keys captured so far, and their copy in the arena if it is up to date.
struct Captured<'e> {
    all: Results<'e>,
    shared: Option<&'e [Res<'e>]>,
}

impl RootVariables<'_> {
    pub fn new(count: usize) -> Self {
        RootVariables { slots: vec![Slot::Unknown; count], captured: HashMap::new() }
    }
}

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Returns the values of a variable.
    pub(super) fn variable(&mut self, variable: Variable, scope: &Scope<'_, 'e>) -> Result<&'e [Res<'e>], EvalError> {
        let mut scope = scope;
        loop {
            match &scope.kind {
                ScopeKind::Root => return self.file_variable(variable, scope),
                ScopeKind::Value(parent) => scope = parent,
                ScopeKind::Call(parent, arguments) => {
                    if let Some((_, results)) = arguments.values.iter().find(|(name, _)| *name == variable) {
                        return Ok(results);
                    }
                    scope = parent;
                }
                ScopeKind::Block(parent, variables) => {
                    if let Some(at) = program::place(variables.lets, variable) {
                        return self.block_variable(at, variables, scope);
                    }
                    scope = parent;
                }
            }
        }
    }

    /// Returns the literal assigned to a variable; `None` if the variable has another value.
    pub(super) fn literal_variable(&self, variable: Variable, scope: &Scope<'_, 'e>) -> Option<LiteralId> {
        let mut scope = Some(scope);
        while let Some(current) = scope {
            let lets = match &current.kind {
                ScopeKind::Root => &self.program.lets[..],
                ScopeKind::Block(_, variables) => variables.lets,
                ScopeKind::Call(_, arguments) if arguments.values.iter().any(|(name, _)| *name == variable) => {
                    return None;
                }
                ScopeKind::Value(_) | ScopeKind::Call(..) => &[],
            };
            if let Some(found) = program::place(lets, variable).and_then(|at| lets.get(at)) {
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
        let key = Res::Resolved(self.doc.arena.keep(key));
        let known = match self.variables.slots.get(variable.0 as usize) {
            Some(Slot::Known(results)) => *results,
            _ => &[],
        };
        let mut fresh = self.list();
        let captured = self.variables.captured.entry(variable.0).or_insert_with(|| {
            fresh.extend_from_slice(known);
            Captured { all: fresh, shared: None }
        });
        captured.all.push(key);
        captured.shared = None;
    }

    fn file_variable(&mut self, variable: Variable, scope: &Scope<'_, 'e>) -> Result<&'e [Res<'e>], EvalError> {
        let program = self.program;
        let found = program::place(&program.lets, variable).and_then(|at| program.lets.get(at));
        let at = variable.0 as usize;
        if let Some(program::Let { value: Operand::Literal(id), .. }) = found {
            if let Some(Slot::Known(results)) = self.variables.slots.get(at) {
                return Ok(results);
            }
            let literal = Res::Literal(self.literal(*id));
            let results = &*self.doc.arena.alloc_slice_copy(&[literal]);
            self.set_file_slot(at, Slot::Known(results));
            return Ok(results);
        }
        if let Some(captured) = self.variables.captured.get_mut(&variable.0) {
            if let Some(shared) = captured.shared {
                return Ok(shared);
            }
            self.doc.budget.make(size_of_val(&*captured.all))?;
            return Ok(captured.shared.insert(self.doc.arena.alloc_slice_copy(&captured.all)));
        }
        match self.variables.slots.get(at) {
            Some(Slot::Known(results)) => return Ok(results),
            Some(Slot::Running) => return Err(without_end(self.name_of(variable))),
            _ => {}
        }
        let Some(found) = found else {
            let name = self.name_of(variable);
            return Err(EvalError::missing(format_args!("Could not resolve variable by name {name} across scopes")));
        };
        self.set_file_slot(at, Slot::Running);
        let results = self.deeper(|eval| eval.assigned(&found.value, scope));
        self.set_file_slot(at, results.as_ref().map_or(Slot::Unknown, |results| Slot::Known(results)));
        self.variables.captured.remove(&variable.0);
        results
    }

    fn block_variable(
        &mut self,
        at: usize,
        variables: &Variables<'e>,
        scope: &Scope<'_, 'e>,
    ) -> Result<&'e [Res<'e>], EvalError> {
        let known = variables.slots.borrow().get(at).copied().unwrap_or_default();
        let Some(found) = variables.lets.get(at) else { return Ok(&[]) };
        match known {
            Slot::Known(results) => return Ok(results),
            Slot::Running => return Err(without_end(self.name_of(found.variable))),
            Slot::Unknown => {}
        }
        let set = |slot| {
            if let Some(place) = variables.slots.borrow_mut().get_mut(at) {
                *place = slot;
            }
        };
        set(Slot::Running);
        let results = self.deeper(|eval| eval.assigned(&found.value, scope));
        set(results.as_ref().map_or(Slot::Unknown, |results| Slot::Known(results)));
        results
    }

    /// Evaluates the value of an assignment. With `some`, only resolved values are kept.
    fn assigned(&mut self, value: &'e Operand, scope: &Scope<'_, 'e>) -> Result<&'e [Res<'e>], EvalError> {
        let mut results = self.list();
        match value {
            Operand::Literal(id) => results.push(Res::Literal(self.literal(*id))),
            Operand::Call(call) => self.function(call, scope, &mut results)?,
            Operand::Query(query) => {
                self.retrieve(&query.parts, 0, scope.start, scope, None, &mut results)?;
                if query.some {
                    results.retain(|result| matches!(result, Res::Resolved(_)));
                }
            }
        }
        self.kept_results(&results)
    }

    fn set_file_slot(&mut self, at: usize, slot: Slot<'e>) {
        if let Some(place) = self.variables.slots.get_mut(at) {
            *place = slot;
        }
    }

    fn name_of(&self, variable: Variable) -> &'e str {
        let program = self.program;
        program.variables.get(variable.0 as usize).map_or("", |name| name)
    }

    /// Evaluates an operand.
    pub(super) fn operand(
        &mut self,
        operand: &'e Operand,
        scope: &Scope<'_, 'e>,
        out: &mut Results<'e>,
    ) -> Result<(), EvalError> {
        match operand {
            Operand::Literal(id) => {
                out.push(Res::Literal(self.literal(*id)));
                Ok(())
            }
            Operand::Query(query) => self.query(&query.parts, scope, out),
            Operand::Call(call) => self.function(call, scope, out),
        }
    }

    /// Copies a value into the arena.
    pub(super) fn in_arena(&self, value: Value<'e>) -> Ref<'e> {
        self.doc.arena.keep(value)
    }
}

fn without_end(name: &str) -> EvalError {
    EvalError::fatal(format!("variable `{name}` is defined in terms of itself"))
}
