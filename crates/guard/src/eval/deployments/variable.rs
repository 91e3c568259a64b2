//! Variables: evaluated on first use, in all deployments of the scope that declares them.

use std::rc::Rc;

use cfn_warden_syntax::deployments::DeploymentSet;

use super::Evaluator;
use super::scope::{Answers, Found, Scope, ScopeKind, VariableState, Variables, What};
use crate::budget::LimitExceeded;
use crate::compile::program::{self, Let, LiteralId, Operand, Part, Program, Variable};
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::value::{Origin, Value};

impl<'e> Evaluator<'e> {
    /// Returns the values of a variable.
    pub(super) fn variable(
        &mut self,
        variable: Variable,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Rc<Answers<'e>>, LimitExceeded> {
        let mut scope = scope;
        loop {
            match &scope.kind {
                ScopeKind::Root => return self.file_variable(variable, scope, under),
                ScopeKind::Value(parent) => scope = parent,
                ScopeKind::Call(parent, arguments) => {
                    if let Some((_, answers)) = arguments.iter().find(|(name, _)| *name == variable)
                    {
                        return Ok(Rc::new(answers.within(under, self.sets)));
                    }
                    scope = parent;
                }
                ScopeKind::Block(parent, variables) => {
                    if let Some(at) = program::index_of(variables.lets, variable) {
                        return self.block_variable(at, variables, scope, under);
                    }
                    scope = parent;
                }
            }
        }
    }

    fn block_variable(
        &mut self,
        at: usize,
        variables: &Variables<'e>,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Rc<Answers<'e>>, LimitExceeded> {
        let Some(found) = variables.lets.get(at) else {
            return Ok(Rc::default());
        };
        let state = variables
            .slots
            .borrow()
            .get(at)
            .cloned()
            .unwrap_or_default();
        let set = |state: &VariableState<'e>| {
            if let Some(slot) = variables.slots.borrow_mut().get_mut(at) {
                slot.clone_from(state);
            }
        };
        self.assigned_once(found, state, scope, under, |_, state| set(state))
    }

    /// Returns the values of a variable; evaluates them where they are not known yet.
    fn assigned_once(
        &mut self,
        found: &'e Let,
        mut state: VariableState<'e>,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        set: impl Fn(&mut Self, &VariableState<'e>),
    ) -> Result<Rc<Answers<'e>>, LimitExceeded> {
        let sets = self.sets;
        let circular = sets.and(under, state.running);
        let open = sets.minus(sets.minus(under, state.covered), state.running);
        if !open.is_empty() {
            let before = state.running;
            state.running = sets.or(before, open);
            set(self, &state);
            let mut answers = self.assigned(&found.value, scope, open)?;
            let known = state.answers.as_ref();
            answers.found.splice(0..0, known.found.iter().copied());
            answers.errors(known.error, known.fatal, sets);
            state = VariableState {
                answers: Rc::new(answers),
                covered: sets.or(state.covered, open),
                running: before,
            };
            set(self, &state);
        }
        if state.covered == under {
            return Ok(state.answers);
        }
        let mut answers = state.answers.within(under, sets);
        if !circular.is_empty() {
            let name = self.name_of(found.variable);
            let error =
                EvalError::fatal(format!("variable `{name}` is defined in terms of itself"));
            let (error, fatal) = self.failed(error, circular);
            answers.errors(error, fatal, sets);
        }
        Ok(Rc::new(answers))
    }

    fn file_variable(
        &mut self,
        variable: Variable,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Rc<Answers<'e>>, LimitExceeded> {
        let program = self.program;
        let found = program::index_of(&program.lets, variable).and_then(|at| program.lets.get(at));
        if let Some(Let {
            value: Operand::Literal(id),
            ..
        }) = found
        {
            let mut answers = Answers::default();
            answers.push(under, QueryResult::Literal(self.plain.literal(*id)));
            return Ok(Rc::new(answers));
        }
        let Some(captured) = self.captured.get(&variable.0) else {
            return self.file_let(found, variable, scope, under);
        };
        let mut answers = captured.within(under, self.sets);
        let seen = answers
            .found
            .iter()
            .fold(DeploymentSet::NONE, |all, found| {
                self.sets.or(all, found.set)
            });
        let rest = self.sets.minus(under, seen);
        if !rest.is_empty() {
            let assigned = self.file_let(found, variable, scope, rest)?;
            answers.errors(assigned.error, assigned.fatal, self.sets);
            answers.found.extend_from_slice(&assigned.found);
        }
        Ok(Rc::new(answers))
    }

    fn file_let(
        &mut self,
        found: Option<&'e Let>,
        variable: Variable,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Rc<Answers<'e>>, LimitExceeded> {
        let Some(found) = found else {
            let name = self.name_of(variable);
            let error = EvalError::missing_variable(name, &self.program.variables);
            return Ok(Rc::new(self.no_answers(error, under)));
        };
        let at = variable.0 as usize;
        let mut state = self.lets.get(at).cloned().unwrap_or_default();
        if state.covered.is_empty()
            && state.running.is_empty()
            && let Some(undivided) = self.undivided_variable(variable)
        {
            state = undivided;
            self.lets
                .get_mut(at)
                .into_iter()
                .for_each(|slot| slot.clone_from(&state));
        }
        self.assigned_once(found, state, scope, under, |eval, state| {
            if let Some(slot) = eval.lets.get_mut(at) {
                slot.clone_from(state);
            }
        })
    }

    /// Returns an error in these deployments.
    pub(super) fn no_answers(&mut self, error: EvalError, under: DeploymentSet) -> Answers<'e> {
        let (error, fatal) = self.failed(error, under);
        Answers {
            found: Vec::new(),
            error,
            fatal,
        }
    }

    fn name_of(&self, variable: Variable) -> &'e str {
        let program = self.program;
        program
            .variables
            .get(variable.0 as usize)
            .map_or("", |name| name)
    }

    /// Evaluates the value of an assignment. With `some`, only resolved values are kept.
    fn assigned(
        &mut self,
        value: &'e Operand,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Answers<'e>, LimitExceeded> {
        let mut answers = Answers::default();
        match value {
            Operand::Literal(id) => {
                answers.push(under, QueryResult::Literal(self.plain.literal(*id)))
            }
            Operand::Call(call) => self.function(call, scope, under, &mut answers)?,
            Operand::Query(query) => {
                self.retrieve(&query.parts, scope.start, scope, None, under, &mut answers)?;
                if query.some {
                    answers.found.retain(|found| match found.what {
                        What::One(result) | What::Maybe(result, _) => {
                            matches!(result, QueryResult::Resolved(_))
                        }
                        What::Open(_) | What::Call(_) => true,
                    });
                }
            }
        }
        Ok(answers)
    }

    /// Evaluates an operand.
    pub(super) fn operand(
        &mut self,
        operand: &'e Operand,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Answers<'e>, LimitExceeded> {
        let mut answers = Answers::default();
        match operand {
            Operand::Literal(id) => {
                answers.push(under, QueryResult::Literal(self.plain.literal(*id)))
            }
            Operand::Query(query) => return self.query(&query.parts, scope, under),
            Operand::Call(call) => self.function(call, scope, under, &mut answers)?,
        }
        Ok(answers)
    }

    /// Adds a captured key to a variable of the file.
    pub(super) fn capture(&mut self, variable: Variable, key: Value<'e>, under: DeploymentSet) {
        let key = QueryResult::Resolved(self.plain.alloc_value(key));
        self.captured_as(variable, What::One(key), under);
    }

    /// Marks the variables that these parts of a query would capture: it depends on an unknown value whether they do.
    pub(super) fn capture_unknown(
        &mut self,
        parts: &'e [Part],
        unknown: Origin<'e>,
        under: DeploymentSet,
    ) {
        if under.is_empty() {
            return;
        }
        for part in parts {
            let variable = match part {
                Part::AllValues(variable) | Part::AllIndices(variable) => *variable,
                Part::Filter(filter) => filter.capture.as_ref().map(|(variable, _)| *variable),
                _ => None,
            };
            if let Some(variable) = variable {
                self.captured_as(variable, What::Call(unknown), under);
            }
        }
    }

    fn captured_as(&mut self, variable: Variable, what: What<'e>, under: DeploymentSet) {
        let doubtful = self.sets.and(under, self.doubt);
        let under = self.sets.minus(under, doubtful);
        let known = match self.lets.get(variable.0 as usize) {
            Some(state) => state.answers.found.clone(),
            None => Vec::new(),
        };
        let captured = self.captured.entry(variable.0).or_insert_with(|| Answers {
            found: known,
            ..Answers::default()
        });
        let parts = [
            Found { set: under, what },
            Found {
                set: doubtful,
                what: What::Call(what.origin()),
            },
        ];
        captured
            .found
            .extend(parts.into_iter().filter(|found| !found.set.is_empty()));
    }
}

/// Returns the literal assigned to a variable; `None` if it has another value.
pub(super) fn literal_variable(
    program: &Program,
    variable: Variable,
    scope: &Scope<'_, '_>,
) -> Option<LiteralId> {
    let mut scope = Some(scope);
    while let Some(current) = scope {
        let lets = match &current.kind {
            ScopeKind::Root => &program.lets[..],
            ScopeKind::Block(_, variables) => variables.lets,
            ScopeKind::Call(_, arguments)
                if arguments.iter().any(|(name, _)| *name == variable) =>
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
