//! Filters: selects the values of a query that satisfy clauses.

use super::error::EvalError;
use super::precondition::satisfying;
use super::query::Step;
use super::result::{MissingReason, QueryResults};
use super::scope::Scope;
use super::trace::Trace;
use super::{Eval, Ref, Role};
use crate::compile::program::{Filter, Literal, LiteralId, Part, TypeFilter, Types};
use crate::outcome::{Context, Level, Record, Status};
use crate::value::{Kind, Map};

impl<'e, T: Trace<'e>> Eval<'e, T> {
    pub(super) fn filter(
        &mut self,
        filter: &'e Filter,
        step: Step<'e>,
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let before = step.at.checked_sub(1).and_then(|at| step.parts.get(at));
        match current.kind {
            Kind::List(items) => {
                for item in items {
                    self.trace.reach(item, None)?;
                    let context = Context::ListFilter(count(filter));
                    if self.passes(filter, context, &Scope::value(item, scope))? {
                        self.walk(step.next(), item, scope, out)?;
                    }
                }
                Ok(())
            }
            Kind::Map(map)
                if matches!(
                    before,
                    Some(Part::Key(_) | Part::Number(..) | Part::Variable(..))
                ) =>
            {
                self.filter_values(filter, map, step, scope, out)
            }
            // After `[*]` and `.*`, cfn-guard evaluates the clauses in the surrounding scope. In other places it fails;
            // here the map is the scope.
            Kind::Map(_) => {
                let own = Scope::value(current, scope);
                let start_scope =
                    if matches!(before, Some(Part::AllValues(_) | Part::AllIndices(_))) {
                        scope
                    } else {
                        &own
                    };
                if self.passes(filter, Context::MapFilter(count(filter)), start_scope)? {
                    self.walk(step.next(), current, scope, out)?;
                }
                Ok(())
            }
            _ if matches!(before, Some(Part::AllIndices(_))) => {
                // For a scalar, cfn-guard records the clauses without an enclosing filter.
                let status = self.conjunctions(
                    &filter.clauses,
                    &Scope::value(current, scope),
                    Role::Gate,
                    Level::Block,
                )?;
                if status == Status::Pass {
                    self.walk(step.next(), current, scope, out)?;
                }
                Ok(())
            }
            _ => {
                out.push(step.missing(current, MissingReason::FilterOfScalar));
                Ok(())
            }
        }
    }

    fn filter_values(
        &mut self,
        filter: &'e Filter,
        map: &'e Map<'e>,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        let indices = self.indices_of_type(map, filter, scope);
        if indices.is_some() {
            self.trace.touch();
        }
        let chosen = indices
            .iter()
            .flatten()
            .filter_map(|at| map.entries.get(*at as usize));
        let all = map.entries.iter().filter(|_| indices.is_none());
        for entry in all.chain(chosen) {
            self.trace.reach(&entry.value, None)?;
            let scope = Scope::value(&entry.value, scope);
            if self.passes(filter, Context::MapFilter(count(filter)), &scope)? {
                if let Some((variable, _)) = filter.capture {
                    self.capture(variable, entry.key_value());
                }
                self.walk(step.next(), &entry.value, &scope, out)?;
            }
        }
        Ok(())
    }

    /// Whether the value at the start of `scope` satisfies the clauses of a filter.
    fn passes(
        &mut self,
        filter: &'e Filter,
        context: Context<'e>,
        scope: &Scope<'_, 'e>,
    ) -> Result<bool, EvalError> {
        let mark = self.trace.open(context);
        let status = self.conjunctions(&filter.clauses, scope, Role::Gate, Level::Block);
        let recorded = *status.as_ref().unwrap_or(&Status::Fail);
        self.trace.close(mark, Record::Filter(recorded));
        Ok(status? == Status::Pass)
    }

    /// Returns the indices of the resources to visit, if this step selects all values of `Resources`, the next step
    /// filters them by type, and other resources would have no effect.
    pub(super) fn resources_of_type(
        &self,
        map: &Map<'e>,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
    ) -> Option<Vec<u32>> {
        let (Some(Part::AllValues(None)), Some(Part::Filter(filter))) =
            (step.parts.get(step.at), step.parts.get(step.at + 1))
        else {
            return None;
        };
        self.indices_of_type(map, filter, scope)
    }

    /// Returns the indices of the values for which a filter by type may select or record something; `None` for all
    /// values.
    fn indices_of_type(
        &self,
        map: &Map<'e>,
        filter: &Filter,
        scope: &Scope<'_, 'e>,
    ) -> Option<Vec<u32>> {
        let index = &self.doc.index;
        if self.trace.is_full()
            || map.entries.is_empty()
            || !std::ptr::eq(index.resources, map.entries)
        {
            return None;
        }
        let TypeFilter {
            types,
            preconditions,
            ..
        } = filter.types.as_ref()?;
        let literal = |id: LiteralId| self.program.literals.get(id.0 as usize);
        let types = match types {
            Types::Literal(id) => literal(*id)?,
            // `in` with a single string on the right side tests for a substring.
            Types::Variable(variable) => literal(self.literal_variable(*variable, scope)?)
                .filter(|types| matches!(types, Literal::List(_)))?,
        };
        let mut indices = index.untyped.clone();
        match types {
            Literal::List(all) => all
                .iter()
                .take_while(|_| self.doc.budget.take(1))
                .try_for_each(|one| self.add_resources_of_type(one, &mut indices))?,
            one => self.add_resources_of_type(one, &mut indices)?,
        }
        // A refusal is not handled here, because the next step is refused, too.
        self.doc.budget.take(indices.len() as u64);
        for precondition in preconditions {
            indices.extend_from_slice(&satisfying(index, precondition));
            indices.extend(
                self.trace
                    .exceptions(index, precondition)
                    .iter()
                    .flat_map(|also| also.iter()),
            );
        }
        indices.sort_unstable();
        indices.dedup();
        Some(indices)
    }

    /// Adds the resources of a type, or of the types that match an expression; `None` for other literals.
    pub(super) fn add_resources_of_type(
        &self,
        selector: &Literal,
        indices: &mut Vec<u32>,
    ) -> Option<()> {
        let index = &self.doc.index;
        match selector {
            Literal::Str(name) => indices.extend_from_slice(index.of_type(name)),
            Literal::Regex(regex) => {
                for (name, resources) in index.types() {
                    if regex.is_match(name, &self.doc.budget).ok()? {
                        indices.extend_from_slice(resources);
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    pub(super) fn values_of_type(
        &mut self,
        map: &'e Map<'e>,
        indices: &[u32],
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut QueryResults<'e>,
    ) -> Result<(), EvalError> {
        self.trace.touch();
        for entry in indices
            .iter()
            .filter_map(|at| map.entries.get(*at as usize))
        {
            self.walk(
                step.next(),
                &entry.value,
                &Scope::value(&entry.value, scope),
                out,
            )?;
        }
        Ok(())
    }
}

fn count(filter: &Filter) -> u32 {
    u32::try_from(filter.clauses.len()).unwrap_or(u32::MAX)
}
