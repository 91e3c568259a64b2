//! Queries: a value for each place and the deployments that have it there.

use cfn_warden_syntax::deployments::{DeploymentSet, UnknownKind};

use super::Evaluator;
use super::scope::{Answers, Found, Scope, What};
use super::value::{World, sample};
use crate::budget::LimitExceeded;
use crate::compile::Case;
use crate::compile::program::{Part, Variable};
use crate::eval::query::Step;
use crate::eval::result::{MissingReason, QueryResult};
use crate::value::{Entry, Kind, Map, Origin, Ref, Value};

type Done = Result<(), LimitExceeded>;

/// Whether a part asks for the function call that is written in place of an unknown value, as `Properties.Bucket.Ref` does to
/// find the resource that the template refers to.
fn follows_reference(part: &Part, unknown: Ref<'_>) -> bool {
    let (Part::Key(key), Kind::Map(map)) = (part, unknown.kind) else {
        return false;
    };
    let is_function = &*key.text == "Ref" || key.text.starts_with("Fn::");
    is_function && key.candidates(map, None).next().is_some()
}

impl<'e> Evaluator<'e> {
    /// Evaluates a query in a scope.
    pub(super) fn query(
        &mut self,
        parts: &'e [Part],
        scope: &Scope<'_, 'e>,
        under: DeploymentSet,
    ) -> Result<Answers<'e>, LimitExceeded> {
        let mut answers = Answers::default();
        self.retrieve(
            parts,
            scope.start,
            scope.resolver(),
            None,
            under,
            &mut answers,
        )?;
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
                    Some(value) => {
                        self.walk(next, value, &Scope::value(value, scope), found.set, out)?
                    }
                    None => out.push(found.set, result),
                },
                What::Open(unknown) | What::Call(unknown) => {
                    self.capture_unknown(next.rest(), unknown, found.set);
                    out.found.push(*found);
                }
                What::Maybe(result, unknown) => match result.value() {
                    Some(value) => {
                        self.walk_doubtful(
                            next,
                            value,
                            &Scope::value(value, scope),
                            (found.set, unknown),
                            out,
                        )?;
                    }
                    None => out.found.push(*found),
                },
            }
        }
        Ok(())
    }

    /// Follows the parts from a value that the query may not reach, depending on an unknown value.
    pub(super) fn walk_doubtful(
        &mut self,
        step: Step<'e>,
        value: Ref<'e>,
        scope: &Scope<'_, 'e>,
        (under, unknown): (DeploymentSet, Origin<'e>),
        out: &mut Answers<'e>,
    ) -> Done {
        if under.is_empty() {
            return Ok(());
        }
        let (mut answers, error) = (Answers::default(), self.error.take());
        self.doubting(under, |eval| {
            eval.walk(step, value, scope, under, &mut answers)
        })?;
        self.error = error;
        out.doubtful(answers, unknown, self.sets);
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
                Some(_) if follows_reference(part, current) => current.kind,
                Some(UnknownKind::Text) => sample(current, "").kind,
                Some(_) if matches!(part, Part::This | Part::Call(_)) => Kind::Null,
                Some(_) => {
                    self.capture_unknown(step.rest(), current.origin, under);
                    out.open(under, current.origin);
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
                        absent = found
                            .iter()
                            .fold(absent, |rest, (set, _)| self.sets.minus(rest, *set));
                        places.extend(found.into_iter().map(|(set, value)| (set, value, case)));
                        if absent.is_empty() {
                            break;
                        }
                    }
                    if !self.selects_nothing(step.next()) {
                        out.push(
                            absent,
                            step.missing(current, MissingReason::NoKey(&key.text)),
                        );
                    }
                    let Some((last, others)) = places.split_last() else {
                        return Ok(());
                    };
                    for (set, value, case) in others {
                        self.walk(
                            Step {
                                case: *case,
                                ..step.next()
                            },
                            value,
                            scope,
                            *set,
                            out,
                        )?;
                    }
                    (under, current, step.case) = *last;
                }
                (Part::Key(key), _) => {
                    out.push(
                        under,
                        step.missing(current, MissingReason::KeyOfNoMap(&key.text)),
                    );
                    return Ok(());
                }
                (Part::Number(index, _), Kind::List(items))
                | (Part::Index(index), Kind::List(items)) => {
                    return self.element(items, *index, step, (current, under), scope, out);
                }
                (Part::Number(index, _), _) => {
                    out.push(
                        under,
                        step.missing_whole(current, MissingReason::KeyOfNoList(*index)),
                    );
                    return Ok(());
                }
                (Part::Index(index), _) => {
                    out.push(
                        under,
                        step.missing(current, MissingReason::IndexOfNoList(*index)),
                    );
                    return Ok(());
                }
                (Part::AllValues(_) | Part::AllIndices(_), Kind::List(items)) => {
                    return self.deeper(under, out, |eval, out| {
                        eval.elements(items, step, (current, under), scope, out)
                    });
                }
                (
                    Part::AllValues(capture) | Part::AllIndices(capture @ Some(_)),
                    Kind::Map(map),
                ) => {
                    let capture = *capture;
                    return self.deeper(under, out, |eval, out| {
                        eval.map_values(map, capture, step, (current, under), scope, out)
                    });
                }
                (Part::AllIndices(_) | Part::AllValues(_), _) => {}
                (Part::Filter(filter), kind) => {
                    return self.deeper(under, out, |eval, out| {
                        eval.filter(filter, kind, step, (current, under), scope, out)
                    });
                }
                (Part::KeyFilter(filter), kind) => {
                    return self.deeper(under, out, |eval, out| {
                        eval.key_filter(filter, kind, step, (current, under), scope, out)
                    });
                }
                (Part::Variable(variable, name), Kind::Map(map)) => {
                    let (variable, name) = (*variable, &**name);
                    return self.deeper(under, out, |eval, out| {
                        eval.interpolated_keys(
                            (variable, name),
                            map,
                            step,
                            (current, under),
                            scope,
                            out,
                        )
                    });
                }
                (Part::Variable(_, name), _) => {
                    let shown =
                        MissingReason::KeyOfNoMap(self.plain.alloc_str(&format!("%{name}")));
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
    pub(super) fn places(
        &mut self,
        items: &'e [Value<'e>],
        under: DeploymentSet,
    ) -> Result<Vec<(DeploymentSet, Ref<'e>)>, LimitExceeded> {
        self.spend(items.len())?;
        let mut places = Vec::with_capacity(items.len());
        items
            .iter()
            .for_each(|item| self.expand(item, under, &mut places));
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
            .map(|(set, value)| Found {
                set,
                what: What::One(QueryResult::Literal(value)),
            })
            .collect();
        for World { set, lists, .. } in self.worlds(&[&results], under)? {
            let places = lists.first().map(Vec::as_slice).unwrap_or_default();
            let place = self
                .plain
                .offset(index, places.len())
                .and_then(|at| places.get(at))
                .and_then(QueryResult::value);
            match place {
                Some(value) => self.walk(step.next(), value, scope, set, out)?,
                None => out.push(
                    set,
                    step.missing_whole(current, MissingReason::OutOfBounds(index)),
                ),
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
            let empty = places
                .iter()
                .fold(under, |rest, (set, _)| self.sets.minus(rest, *set));
            out.push(empty, step.missing(current, MissingReason::NoEntries));
        }
        places
            .into_iter()
            .try_for_each(|(set, item)| self.walk(step.next(), item, scope, set, out))
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
            // What the index selects passes the clause on the type.
            Some((chosen, is_whole)) => {
                let step = if is_whole { step.next() } else { step };
                self.values(
                    chosen,
                    capture,
                    step,
                    out.valid(under, self.sets),
                    scope,
                    out,
                )
            }
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
}
