//! Keys that are the values of a variable.

use cfn_warden_syntax::deployments::DeploymentSet;

use super::Evaluator;
use super::scope::{Answers, Scope};
use crate::Change;
use crate::budget::LimitExceeded;
use crate::compile::program::{Part, Variable};
use crate::eval::error::EvalError;
use crate::eval::query::Step;
use crate::eval::result::{MissingReason, QueryResult};
use crate::text;
use crate::value::{Kind, Map, Ref, hash};

impl<'e> Evaluator<'e> {
    /// Continues with the keys that are the values of a variable.
    pub(super) fn interpolated_keys(
        &mut self,
        (variable, name): (Variable, &'e str),
        map: &'e Map<'e>,
        step: Step<'e>,
        (current, under): (Ref<'e>, DeploymentSet),
        scope: &Scope<'_, 'e>,
        out: &mut Answers<'e>,
    ) -> Result<(), LimitExceeded> {
        let answers = self.variable(variable, scope, under)?;
        out.errors(answers.error, answers.fatal, self.sets);
        let under = answers.valid(under, self.sets);
        for world in self.worlds(&[&answers.found], under)? {
            if let Some(unknown) = world.unknown {
                self.capture_unknown(step.rest(), unknown, world.set);
                out.call(world.set, unknown);
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

    #[expect(
        clippy::too_many_arguments,
        reason = "a step, its variable, and where it is"
    )]
    pub(super) fn keys_named(
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
            Some(Part::Index(index)) => match self
                .plain
                .offset(*index, results.len())
                .and_then(|at| results.get(at))
            {
                Some(result) => {
                    let indexed = self.plain.has(Change::IndexedNames);
                    (
                        std::slice::from_ref(result),
                        if indexed {
                            step.next().next()
                        } else {
                            step.next()
                        },
                    )
                }
                None => {
                    out.push(
                        under,
                        step.missing(current, MissingReason::KeyOfNoMap(name)),
                    );
                    return Ok(Ok(()));
                }
            },
            None
            | Some(Part::AllIndices(_) | Part::Key(_) | Part::Number(..) | Part::Variable(..)) => {
                (results, step.next())
            }
            Some(_) => {
                let what = format_args!("%{name} in {}", text::query(step.parts)).to_string();
                return Ok(Err(EvalError::incompatible(what)));
            }
        };
        for result in results {
            let Some(value) = result.value() else {
                out.push(
                    under,
                    step.missing(current, MissingReason::KeyOfNoMap(name)),
                );
                continue;
            };
            let keys = match value.kind {
                Kind::List(items) => items,
                _ => std::slice::from_ref(value),
            };
            for key in keys {
                let Kind::Str(text) = key.kind else {
                    return Ok(Err(EvalError::not_comparable(format_args!(
                        "%{name} in {}",
                        text::query(step.parts)
                    ))));
                };
                self.spend(1)?;
                let mut places = Vec::new();
                if let Some(value) = map.get(text, hash(text)) {
                    self.expand(value, under, &mut places);
                }
                let absent = places
                    .iter()
                    .fold(under, |rest, (set, _)| self.sets.minus(rest, *set));
                out.push(
                    absent,
                    step.missing(current, MissingReason::NoSuchName(text, key)),
                );
                for (set, value) in places {
                    self.walk(next, value, scope, set, out)?;
                }
            }
        }
        Ok(Ok(()))
    }
}
