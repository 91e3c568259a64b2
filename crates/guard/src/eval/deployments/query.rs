//! Queries: a value for each place and the deployments that have it there.

use cfn_warden_syntax::deployments::{DeploymentSet, UnknownKind};

use super::Evaluator;
use super::points::Below;
use super::scope::{Answers, Found, Scope, What};
use super::value::{World, sample};
use super::variable::literal_variable;
use crate::Change;
use crate::budget::{BudgetVec, LimitExceeded};
use crate::compile::Case;
use crate::compile::program::{Call, Filter, KeyFilter, Literal, Operand, Part, PreconditionStep, Types, Variable};
use crate::eval::Role;
use crate::eval::error::EvalError;
use crate::eval::precondition::satisfying;
use crate::eval::query::Step;
use crate::eval::result::{MissingReason, QueryResult};
use crate::functions;
use crate::text;
use crate::value::{Entry, Kind, Map, Ref, Value, hash};

type Done = Result<(), LimitExceeded>;

impl<'e> Evaluator<'e> {
    /// Evaluates a query in a scope.
    pub(super) fn query(
        &mut self,
        parts: &'e [Part],
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Answers<'e>, LimitExceeded> {
        let mut answers = Answers::default();
        self.retrieve(parts, scope.start, scope.resolver(), None, under, &mut answers)?;
        Ok(answers)
    }

    /// Evaluates a query that starts at a value.
    pub(super) fn retrieve(
        &mut self,
        parts: &'e [Part],
        current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        case: Option<Case>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Done {
        let step = Step { parts, at: 0, case };
        match parts.first() {
            Some(Part::Variable(variable, _)) => {
                let results = self.variable(*variable, scope, under)?;
                self.after_each(&results, step, scope, out)
            }
            Some(Part::Call(call)) => {
                let mut results = Answers::default();
                self.function(call, scope, under, &mut results)?;
                self.after_each(&results, step, scope, out)
            }
            _ => self.walk(step, current, scope, under, out),
        }
    }

    /// Continues from each result. A `[*]` after a variable is skipped.
    fn after_each(
        &mut self,
        results: &Answers<'e>,
        step: Step<'e>,
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        out.errors(results.error, results.fatal, self.sets);
        let mut next = step.next();
        if let Some(Part::AllIndices(_)) = step.parts.get(next.at) {
            next = next.next();
        }
        if next.rest().is_empty() {
            self.spend(results.found.len())?;
            out.found.extend_from_slice(&results.found);
            return Ok(());
        }
        for found in &results.found {
            match found.what {
                What::One(result) => match result.value() {
                    Some(value) => self.walk(next, value, &Scope::value(value, scope), found.set, out)?,
                    None => out.push(found.set, result),
                },
                What::Open => out.open(found.set),
                What::Call => out.call(found.set),
            }
        }
        Ok(())
    }

    /// Follows the parts from a value in some deployments.
    pub(super) fn walk(
        &mut self,
        mut step: Step<'e>,
        mut current: Ref<'e>,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Done {
        if under.is_empty() {
            return Ok(());
        }
        self.spend(step.parts.len())?;
        let mut under = under;
        while let Some(part) = step.parts.get(step.at) {
            let kind = match self.unknown(current).map(|unknown| unknown.kind) {
                None => current.kind,
                Some(UnknownKind::Text) => sample(current, "").kind,
                Some(_) if matches!(part, Part::This | Part::Call(_)) => Kind::Null,
                Some(_) => {
                    out.open(under);
                    return Ok(());
                }
            };
            match (part, kind) {
                (Part::This | Part::Call(_), _) => {}
                (Part::Key(key), Kind::Map(map)) => {
                    let (mut places, mut absent) = (Vec::new(), under);
                    for (value, case) in key.candidates(map, step.case) {
                        let mut found = Vec::new();
                        self.expand(value, absent, &mut found);
                        absent = found.iter().fold(absent, |rest, (set, _)| self.sets.minus(rest, *set));
                        places.extend(found.into_iter().map(|(set, value)| (set, value, case)));
                        if absent.is_empty() {
                            break;
                        }
                    }
                    if !self.selects_nothing(step.next()) {
                        out.push(absent, step.missing(current, MissingReason::NoKey(&key.text)));
                    }
                    let Some((last, others)) = places.split_last() else { return Ok(()) };
                    for (set, value, case) in others {
                        self.walk(Step { case: *case, ..step.next() }, value, scope, *set, out)?;
                    }
                    (under, current, step.case) = *last;
                }
                (Part::Key(key), _) => {
                    out.push(under, step.missing(current, MissingReason::KeyOfNoMap(&key.text)));
                    return Ok(());
                }
                (Part::Number(index, _), Kind::List(items)) | (Part::Index(index), Kind::List(items)) => {
                    return self.element(items, *index, step, (current, under), scope, out);
                }
                (Part::Number(index, _), _) => {
                    out.push(under, step.missing_whole(current, MissingReason::KeyOfNoList(*index)));
                    return Ok(());
                }
                (Part::Index(index), _) => {
                    out.push(under, step.missing(current, MissingReason::IndexOfNoList(*index)));
                    return Ok(());
                }
                (Part::AllValues(_) | Part::AllIndices(_), Kind::List(items)) => {
                    return self
                        .deeper(under, out, |eval, out| eval.elements(items, step, (current, under), scope, out));
                }
                (Part::AllValues(capture) | Part::AllIndices(capture @ Some(_)), Kind::Map(map)) => {
                    let capture = *capture;
                    return self.deeper(under, out, |eval, out| {
                        eval.map_values(map, capture, step, (current, under), scope, out)
                    });
                }
                (Part::AllIndices(_) | Part::AllValues(_), _) => {}
                (Part::Filter(filter), kind) => {
                    return self
                        .deeper(under, out, |eval, out| eval.filter(filter, kind, step, (current, under), scope, out));
                }
                (Part::KeyFilter(filter), kind) => {
                    return self.deeper(under, out, |eval, out| {
                        eval.key_filter(filter, kind, step, (current, under), scope, out)
                    });
                }
                (Part::Variable(variable, name), Kind::Map(map)) => {
                    let (variable, name) = (*variable, &**name);
                    return self.deeper(under, out, |eval, out| {
                        eval.interpolated_keys((variable, name), map, step, (current, under), scope, out)
                    });
                }
                (Part::Variable(_, name), _) => {
                    let shown = MissingReason::KeyOfNoMap(self.plain.alloc_str(&format!("%{name}")));
                    out.push(under, step.missing(current, shown));
                    return Ok(());
                }
            }
            step = step.next();
        }
        out.push(under, QueryResult::Resolved(current));
        Ok(())
    }

    fn selects_nothing(&self, step: Step<'e>) -> bool {
        self.plain.selects_nothing(step)
    }

    /// Runs a function one level deeper; beyond the limit, the query has an error.
    fn deeper(
        &mut self,
        under: DeploymentSet,
        out: &mut Answers<'e>,
        run: impl FnOnce(&mut Self, &mut Answers<'e>) -> Done,
    ) -> Done {
        if let Some(error) = self.enter()? {
            let (error, fatal) = self.failed(error, under);
            out.errors(error, fatal, self.sets);
            return Ok(());
        }
        let result = run(self, out);
        self.depth -= 1;
        result
    }

    /// Returns the elements of a list as lists of places that some deployments have in common.
    fn places(
        &mut self,
        items: &'e [Value<'e>],
        under: DeploymentSet,
    ) -> Result<Vec<(DeploymentSet, Ref<'e>)>, LimitExceeded> {
        self.spend(items.len())?;
        let mut places = Vec::with_capacity(items.len());
        items.iter().for_each(|item| self.expand(item, under, &mut places));
        Ok(places)
    }

    /// Continues with one element of a list; which one it is depends on the elements before it that are absent.
    fn element(
        &mut self,
        items: &'e [Value<'e>],
        index: i64,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        let places = self.places(items, under)?;
        let results: Vec<_> = places
            .into_iter()
            .map(|(set, value)| Found { set, what: What::One(QueryResult::Literal(value)) })
            .collect();
        for World { set, lists, .. } in self.worlds(&[&results], under)? {
            let places = lists.first().map(Vec::as_slice).unwrap_or_default();
            let place =
                self.plain.offset(index, places.len()).and_then(|at| places.get(at)).and_then(QueryResult::value);
            match place {
                Some(value) => self.walk(step.next(), value, scope, set, out)?,
                None => out.push(set, step.missing_whole(current, MissingReason::OutOfBounds(index))),
            }
        }
        Ok(())
    }

    fn elements(
        &mut self,
        items: &'e [Value<'e>],
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        let places = self.places(items, under)?;
        if !self.selects_nothing(step) {
            let empty = places.iter().fold(under, |rest, (set, _)| self.sets.minus(rest, *set));
            out.push(empty, step.missing(current, MissingReason::NoEntries));
        }
        places.into_iter().try_for_each(|(set, item)| self.walk(step.next(), item, scope, set, out))
    }

    fn map_values(
        &mut self,
        map: &'e Map<'e>,
        capture: Option<Variable>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        if !self.selects_nothing(step) {
            let empty = self.rest(map.entries.iter().map(|entry| &entry.value), under);
            out.push(empty, step.missing(current, MissingReason::NoEntries));
        }
        match self.resources_of_type(map, step, scope) {
            Some(chosen) => self.values(chosen, capture, step, under, scope, out),
            None => self.values(map.entries.iter(), capture, step, under, scope, out),
        }
    }

    /// Continues with the values of some entries.
    fn values(
        &mut self,
        entries: impl IntoIterator<Item = &'e Entry<'e>>,
        capture: Option<Variable>,
        step: Step<'e>,
        under: DeploymentSet,
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        for entry in entries {
            let mut places = Vec::new();
            self.expand(&entry.value, under, &mut places);
            for (set, value) in places {
                if let Some(variable) = capture {
                    self.capture(variable, entry.key_value(), set);
                }
                self.walk(step.next(), value, &Scope::value(value, scope), set, out)?;
            }
        }
        Ok(())
    }

    /// Returns the resources to visit, if this step selects all values of `Resources`, the next step filters them by type,
    /// and other resources have no effect.
    fn resources_of_type(&self, map: &Map<'e>, step: Step<'e>, scope: &Scope<'_, 'e>) -> Option<Vec<&'e Entry<'e>>> {
        let (Some(Part::AllValues(None)), Some(Part::Filter(filter))) =
            (step.parts.get(step.at), step.parts.get(step.at + 1))
        else {
            return None;
        };
        let types = filter.types.as_ref()?;
        let index = &self.doc.index;
        if map.entries.is_empty() || !std::ptr::eq(index.resources, map.entries) {
            return None;
        }
        let literal = match &types.types {
            Types::Literal(id) => self.program.literals.get(id.0 as usize)?,
            Types::Variable(variable) => {
                let id = literal_variable(self.program, *variable, scope)?;
                self.program.literals.get(id.0 as usize).filter(|types| matches!(types, Literal::List(_)))?
            }
        };
        let names = match literal {
            Literal::List(names) => names,
            one => std::slice::from_ref(one),
        };
        let mut indices = Vec::new();
        for name in names {
            let Literal::Str(name) = name else { return None };
            indices.extend_from_slice(index.of_type(name));
        }
        for precondition in &types.preconditions {
            indices.extend_from_slice(&satisfying(index, precondition));
            // Where the first step leads to a choice, the index does not know.
            let Some(PreconditionStep::Key(first)) = precondition.steps.first() else { return None };
            let varied = |at: &&u32| {
                let resource = index.resources.get(**at as usize);
                resource.is_some_and(|resource| match resource.value.kind {
                    Kind::Map(map) => first.find_all(map).any(|value| self.below(value) != Below::default()),
                    _ => true,
                })
            };
            indices.extend(first.all().flat_map(|key| index.of_key(key)).filter(varied));
        }
        indices.sort_unstable();
        indices.dedup();
        Some(indices.iter().filter_map(|at| index.resources.get(*at as usize)).collect())
    }

    fn filter(
        &mut self,
        filter: &'e Filter,
        kind: Kind<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        let before = step.at.checked_sub(1).and_then(|at| step.parts.get(at));
        match kind {
            Kind::List(items) => {
                for (set, item) in self.places(items, under)? {
                    let selected = self.passes(filter, &Scope::value(item, scope), set, out)?;
                    self.walk(step.next(), item, scope, selected, out)?;
                }
                Ok(())
            }
            Kind::Map(map) if matches!(before, Some(Part::Key(_) | Part::Number(..) | Part::Variable(..))) => {
                for entry in map.entries {
                    let mut places = Vec::new();
                    self.expand(&entry.value, under, &mut places);
                    for (set, value) in places {
                        let scope = Scope::value(value, scope);
                        let selected = self.passes(filter, &scope, set, out)?;
                        if let Some((variable, _)) = filter.capture.as_ref().filter(|_| !selected.is_empty()) {
                            self.capture(*variable, entry.key_value(), selected);
                        }
                        self.walk(step.next(), value, &scope, selected, out)?;
                    }
                }
                Ok(())
            }
            Kind::Map(_) => {
                let own = Scope::value(current, scope);
                let surrounding = matches!(before, Some(Part::AllValues(_) | Part::AllIndices(_)));
                let selected = self.passes(filter, if surrounding { scope } else { &own }, under, out)?;
                self.walk(step.next(), current, scope, selected, out)
            }
            _ if matches!(before, Some(Part::AllIndices(_))) => {
                let selected = self.passes(filter, &Scope::value(current, scope), under, out)?;
                self.walk(step.next(), current, scope, selected, out)
            }
            _ => {
                out.push(under, step.missing(current, MissingReason::FilterOfScalar));
                Ok(())
            }
        }
    }

    /// Returns the deployments in which the value at the start of `scope` is selected by a filter. Where that is not known,
    /// the query may have any results.
    fn passes(
        &mut self,
        filter: &'e Filter,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Result<DeploymentSet, LimitExceeded> {
        let under = out.valid(under, self.sets);
        let verdict = self.conjunctions(&filter.clauses, scope, Role::Gate, under)?;
        out.errors(verdict.error, verdict.fatal, self.sets);
        out.open(self.sets.minus(verdict.unknown, verdict.unsure));
        out.call(verdict.unsure);
        Ok(verdict.pass)
    }

    fn key_filter(
        &mut self,
        filter: &'e KeyFilter,
        kind: Kind<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        let Kind::Map(map) = kind else {
            out.push(under, step.missing(current, MissingReason::KeyFilterOfNoMap));
            return Ok(());
        };
        let mut right = Answers::default();
        match &filter.right {
            Operand::Query(query) => self.retrieve(&query.parts, current, scope, step.case, under, &mut right)?,
            other => right = self.operand(other, scope, under)?,
        }
        out.errors(right.error, right.fatal, self.sets);
        let under = right.valid(under, self.sets);
        for world in self.worlds(&[&right.found], under)? {
            if world.unknown || world.open {
                out.call(world.set);
                continue;
            }
            let right = world.lists.first().map(Vec::as_slice).unwrap_or_default();
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

    /// Continues with the keys that are the values of a variable.
    fn interpolated_keys(
        &mut self,
        (variable, name): (Variable, &'e str),
        map: &'e Map<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Done {
        let answers = self.variable(variable, scope, under)?;
        out.errors(answers.error, answers.fatal, self.sets);
        let under = answers.valid(under, self.sets);
        for world in self.worlds(&[&answers.found], under)? {
            if world.unknown || world.open {
                out.call(world.set);
                continue;
            }
            let results = world.lists.into_iter().next().unwrap_or_default();
            let at = (current, world.set);
            if let Err(error) = self.keys_named(name, &results, map, step, at, scope, out)? {
                let (error, fatal) = self.failed(error, world.set);
                out.errors(error, fatal, self.sets);
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "a step, its variable, and where it is")]
    fn keys_named(
        &mut self,
        name: &'e str,
        results: &[QueryResult<'e>],
        map: &'e Map<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Result<Result<(), EvalError>, LimitExceeded> {
        let (results, next) = match step.parts.get(step.at + 1) {
            Some(Part::Index(index)) => match self.plain.offset(*index, results.len()).and_then(|at| results.get(at)) {
                Some(result) => {
                    let indexed = self.plain.has(Change::IndexedNames);
                    (std::slice::from_ref(result), if indexed { step.next().next() } else { step.next() })
                }
                None => {
                    out.push(under, step.missing(current, MissingReason::KeyOfNoMap(name)));
                    return Ok(Ok(()));
                }
            },
            None | Some(Part::AllIndices(_) | Part::Key(_) | Part::Number(..) | Part::Variable(..)) => {
                (results, step.next())
            }
            Some(_) => {
                let what = format_args!("%{name} in {}", text::query(step.parts)).to_string();
                return Ok(Err(EvalError::incompatible(what)));
            }
        };
        for result in results {
            let Some(value) = result.value() else {
                out.push(under, step.missing(current, MissingReason::KeyOfNoMap(name)));
                continue;
            };
            let keys = match value.kind {
                Kind::List(items) => items,
                _ => std::slice::from_ref(value),
            };
            for key in keys {
                let Kind::Str(text) = key.kind else {
                    return Ok(Err(EvalError::not_comparable(format_args!("%{name} in {}", text::query(step.parts)))));
                };
                self.spend(1)?;
                let mut places = Vec::new();
                if let Some(value) = map.get(text, hash(text)) {
                    self.expand(value, under, &mut places);
                }
                let absent = places.iter().fold(under, |rest, (set, _)| self.sets.minus(rest, *set));
                out.push(absent, step.missing(current, MissingReason::NoSuchName(text, key)));
                for (set, value) in places {
                    self.walk(next, value, scope, set, out)?;
                }
            }
        }
        Ok(Ok(()))
    }

    /// Calls a function, once for each list of arguments that some deployments have in common.
    pub(super) fn function(
        &mut self,
        call: &'e Call,
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
        out: &mut Answers<'e>,
    ) -> Done {
        let (mut arguments, mut under) = (Vec::with_capacity(call.arguments.len()), under);
        for argument in &call.arguments {
            if let Some(error) = self.enter()? {
                let (error, fatal) = self.failed(error, under);
                out.errors(error, fatal, self.sets);
                return Ok(());
            }
            let answers = self.operand(argument, scope, under);
            self.depth -= 1;
            let answers = answers?;
            out.errors(answers.error, answers.fatal, self.sets);
            under = answers.valid(under, self.sets);
            arguments.push(answers);
        }
        let queries: Vec<&[Found<'e>]> = arguments.iter().map(|answers| answers.found.as_slice()).collect();
        for world in self.worlds(&queries, under)? {
            let function = functions::get(call.function);
            let counts = function.name == "count";
            if world.open || world.unknown && !counts {
                out.call(world.set);
                continue;
            }
            let lists: Vec<_> = world
                .lists
                .iter()
                .map(|list| {
                    let mut results = BudgetVec::new(&self.doc.budget);
                    results.extend_from_slice(list);
                    results
                })
                .collect();
            let (doc, now, semantics) = (self.doc, self.plain.now, self.plain.semantics);
            match (function.call)(&functions::Input { arguments: &lists, doc, now, semantics }) {
                Ok(values) => {
                    for value in values {
                        out.push(world.set, QueryResult::Resolved(self.plain.alloc_value(value)));
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
