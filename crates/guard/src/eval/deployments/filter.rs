//! Filters: the deployments in which each value is selected.

use cfn_warden_syntax::deployments::DeploymentSet;

use super::Evaluator;
use super::scope::{Answers, Scope};
use super::variable::literal_variable;
use crate::budget::LimitExceeded;
use crate::compile::program::{Filter, KeyFilter, Literal, Operand, Part, Types};
use crate::eval::Role;
use crate::eval::precondition::satisfying;
use crate::eval::query::Step;
use crate::eval::result::MissingReason;
use crate::value::{Entry, Kind, Map, Origin, Ref};

/// The deployments in which a filter selects a value.
pub(super) struct Selected<'e> {
    set: DeploymentSet,
    /// Those in which that depends on an unknown value.
    doubtful: DeploymentSet,
    unknown: Origin<'e>,
}

impl<'e> Selected<'e> {
    fn all(set: DeploymentSet, unknown: Origin<'e>) -> Selected<'e> {
        Selected {
            set,
            doubtful: DeploymentSet::NONE,
            unknown,
        }
    }
}

impl<'e> Evaluator<'e> {
    /// Returns the resources to visit, if this step selects all values of `Resources`, the next step filters them by type,
    /// and other resources have no effect; and whether the next step has nothing else to test.
    pub(super) fn resources_of_type(
        &self,
        map: &Map<'e>,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
    ) -> Option<(Vec<&'e Entry<'e>>, bool)> {
        let (Some(Part::AllValues(None)), Some(Part::Filter(filter))) =
            (step.parts.get(step.at), step.parts.get(step.at + 1))
        else {
            return None;
        };
        self.of_type(map, filter, scope)
    }

    /// Returns the resources that a filter by type selects or has an effect on, if the index knows them; and whether the filter
    /// has nothing else to test.
    fn of_type(
        &self,
        map: &Map<'e>,
        filter: &Filter,
        scope: &Scope<'_, 'e>,
    ) -> Option<(Vec<&'e Entry<'e>>, bool)> {
        let types = filter.types.as_ref()?;
        let index = &self.doc.index;
        if map.entries.is_empty() || !std::ptr::eq(index.resources, map.entries) {
            return None;
        }
        let literal = match &types.types {
            Types::Literal(id) => self.program.literals.get(id.0 as usize)?,
            Types::Variable(variable) => {
                let id = literal_variable(self.program, *variable, scope)?;
                self.program
                    .literals
                    .get(id.0 as usize)
                    .filter(|types| matches!(types, Literal::List(_)))?
            }
        };
        let names = match literal {
            Literal::List(names) => names,
            one => std::slice::from_ref(one),
        };
        let mut indices = index.untyped.clone();
        names
            .iter()
            .try_for_each(|name| self.plain.add_resources_of_type(name, &mut indices))?;
        for precondition in &types.preconditions {
            indices.extend_from_slice(&satisfying(index, precondition));
            indices.extend(
                self.points
                    .varying_at(index, precondition)
                    .iter()
                    .flat_map(|also| also.iter()),
            );
        }
        indices.sort_unstable();
        indices.dedup();
        let chosen = indices
            .iter()
            .filter_map(|at| index.resources.get(*at as usize))
            .collect();
        Some((
            chosen,
            types.is_whole && types.preconditions.is_empty() && index.untyped.is_empty(),
        ))
    }

    pub(super) fn filter(
        &mut self,
        filter: &'e Filter,
        kind: Kind<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Result<(), LimitExceeded> {
        let before = step.at.checked_sub(1).and_then(|at| step.parts.get(at));
        match kind {
            Kind::List(items) => {
                for (set, item) in self.places(items, under)? {
                    let selected =
                        self.passes(filter, step, &Scope::value(item, scope), set, out)?;
                    self.selected(step.next(), item, scope, selected, out)?;
                }
                Ok(())
            }
            Kind::Map(map)
                if matches!(
                    before,
                    Some(Part::Key(_) | Part::Number(..) | Part::Variable(..))
                ) =>
            {
                let (entries, is_whole) = self
                    .of_type(map, filter, scope)
                    .unwrap_or_else(|| (map.entries.iter().collect(), false));
                for entry in entries {
                    let mut places = Vec::new();
                    self.expand(&entry.value, under, &mut places);
                    for (set, value) in places {
                        let scope = Scope::value(value, scope);
                        let selected = match is_whole {
                            // What the index selects passes the clause on the type.
                            true => Selected::all(out.valid(set, self.sets), value.origin),
                            false => self.passes(filter, step, &scope, set, out)?,
                        };
                        if let Some((variable, _)) =
                            filter.capture.as_ref().filter(|_| !selected.set.is_empty())
                        {
                            self.capture(*variable, entry.key_value(), selected.set);
                        }
                        self.selected(step.next(), value, &scope, selected, out)?;
                    }
                }
                Ok(())
            }
            Kind::Map(_) => {
                let own = Scope::value(current, scope);
                let surrounding = matches!(before, Some(Part::AllValues(_) | Part::AllIndices(_)));
                let selected = self.passes(
                    filter,
                    step,
                    if surrounding { scope } else { &own },
                    under,
                    out,
                )?;
                self.selected(step.next(), current, scope, selected, out)
            }
            _ if matches!(before, Some(Part::AllIndices(_))) => {
                let selected =
                    self.passes(filter, step, &Scope::value(current, scope), under, out)?;
                self.selected(step.next(), current, scope, selected, out)
            }
            _ => {
                out.push(under, step.missing(current, MissingReason::FilterOfScalar));
                Ok(())
            }
        }
    }

    /// Returns the deployments in which the value at the start of `scope` is selected by a filter, or may be.
    pub(super) fn passes(
        &mut self,
        filter: &'e Filter,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Result<Selected<'e>, LimitExceeded> {
        let under = out.valid(under, self.sets);
        let mark = self.checks.len();
        let verdict = self.conjunctions(&filter.clauses, scope, Role::Gate, under)?;
        // What a filter does not select is not a failure.
        let unknown = self.unknown_since(mark);
        self.checks.truncate(mark);
        out.errors(verdict.error, verdict.fatal, self.sets);
        let unknown = unknown.unwrap_or(scope.start.origin);
        self.capture_unknown(step.rest(), unknown, verdict.unknown);
        out.call(verdict.unsure, unknown);
        Ok(Selected {
            set: verdict.pass,
            doubtful: self.sets.minus(verdict.unknown, verdict.unsure),
            unknown,
        })
    }

    /// Continues from a value where a filter selects it, and where it may.
    fn selected(
        &mut self,
        step: Step<'e>,
        value: Ref<'e>,
        scope: &Scope<'_, 'e>,
        selected: Selected<'e>,
        out: &mut Answers<'e>,
    ) -> Result<(), LimitExceeded> {
        self.walk(step, value, scope, selected.set, out)?;
        self.walk_doubtful(
            step,
            value,
            scope,
            (selected.doubtful, selected.unknown),
            out,
        )
    }

    pub(super) fn key_filter(
        &mut self,
        filter: &'e KeyFilter,
        kind: Kind<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Result<(), LimitExceeded> {
        let Kind::Map(map) = kind else {
            out.push(
                under,
                step.missing(current, MissingReason::KeyFilterOfNoMap),
            );
            return Ok(());
        };
        let mut right = Answers::default();
        match &filter.right {
            Operand::Query(query) => {
                self.retrieve(&query.parts, current, scope, step.case, under, &mut right)?
            }
            other => right = self.operand(other, scope, under)?,
        }
        out.errors(right.error, right.fatal, self.sets);
        let under = right.valid(under, self.sets);
        for world in self.worlds(&[&right.found], under)? {
            if let Some(unknown) = world.unknown {
                self.capture_unknown(step.rest(), unknown, world.set);
                out.call(world.set, unknown);
                continue;
            }
            let right = world.first();
            match self.plain.selected_by_key(filter, map, right) {
                Ok(selected) => {
                    for value in selected.iter().copied() {
                        let mut places = Vec::new();
                        self.expand(value, world.set, &mut places);
                        for (set, value) in places {
                            self.walk(step.next(), value, scope, set, out)?;
                        }
                    }
                }
                Err(error) => {
                    let (error, fatal) = self.failed(error, world.set);
                    out.errors(error, fatal, self.sets);
                }
            }
        }
        Ok(())
    }
}
