//! Comparisons. Each value of the left side is compared by the plain evaluator, with the right side that its deployments
//! have.

use cfn_warden_syntax::deployments::DeploymentSet;

use super::scope::{Answers, Found, Scope, What};
use super::unknown::{sample_for_binary, text_for_unary};
use super::value::World;
use super::verdict::{Tally, Verdict};
use super::{Evaluator, VaryingCheck};
use crate::budget::LimitExceeded;
use crate::compile::program::{Comparison, Location, Test};
use crate::eval::Role;
use crate::eval::comparison::ClauseResult;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::eval::scope::Scope as PlainScope;
use crate::outcome::{Note, Status};
use crate::syntax::ast::{Binary, Unary};
use crate::value::Origin;

/// A comparison, and the deployments and values that it has so far.
struct Compared {
    tally: Tally,
    /// The verdicts where nothing is compared, and errors.
    other: Verdict,
}

impl<'e> Evaluator<'e> {
    pub(super) fn comparison(
        &mut self,
        comparison: &'e Comparison,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let compared = match &comparison.test {
            Test::Unary(operator, negated) => {
                self.unary(comparison, (*operator, *negated), scope, role, under)?
            }
            Test::Binary(operator, negated, right) => {
                let operator = (*operator, *negated != self.plain.leading_not(comparison));
                let right = self.operand(right, scope, under)?;
                // Errors in the right side are always errors of what contains the clause.
                let errors = right.only_errors();
                let under = right.valid(under, self.sets);
                let verdict = self.binary(comparison, operator, &right, scope, role, under)?;
                let verdict = self.settled(comparison, verdict, role, under)?;
                return Ok(verdict.union(errors, self.sets));
            }
        };
        self.settled(comparison, compared, role, under)
    }

    /// The verdict of a clause from the statuses of its values.
    fn settled(
        &mut self,
        comparison: &'e Comparison,
        Compared { tally, other }: Compared,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Verdict, LimitExceeded> {
        let rest = self.sets.minus(under, other.covered(self.sets));
        let some = comparison.query.some;
        let nothing = match some {
            true => Status::Fail,
            false => {
                self.plain
                    .vacuous(comparison, &PlainScope::root(self.doc.root), role)
                    .0
            }
        };
        let verdict = tally
            .verdict(some, nothing, rest, self.sets)
            .union(other, self.sets);
        if self.plain.errors_fail(role) {
            self.failed_check(comparison.at, None, verdict.error);
        }
        Ok(self.on_errors(verdict, role))
    }

    /// Errors of clauses fail assertions, depending on the version of the language.
    pub(super) fn on_errors(&self, verdict: Verdict, role: Role) -> Verdict {
        if self.plain.errors_fail(role) {
            verdict.failing_on_errors(self.sets)
        } else {
            verdict
        }
    }

    fn unary(
        &mut self,
        comparison: &'e Comparison,
        operator: (Unary, bool),
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Compared, LimitExceeded> {
        let answers = self.query(&comparison.query.parts, scope, under)?;
        let plain_scope = PlainScope::root(self.doc.root);
        let mut compared = self.start(&answers);
        let none = self.nothing(&answers, under);
        if !none.is_empty() {
            let result = self
                .plain
                .unary_results(comparison, operator, &[], &plain_scope, role);
            self.add(comparison, result, none, &[], &mut compared);
        }
        // Whether a number is empty is an error; in a condition, it fails what is guarded.
        let empty_may_be_error = operator.0 == Unary::Empty && !self.plain.errors_fail(role);
        for Found { set, what } in &answers.found {
            let What::One(result) = what else {
                self.add_open(comparison.at, *set, *what, &mut compared);
                let may_be_error = match what {
                    What::Maybe(result, _) => self
                        .plain
                        .unary_results(comparison, operator, &[*result], &plain_scope, role)
                        .is_err(),
                    _ => empty_may_be_error && self.may_be_number(what.origin()),
                };
                if may_be_error {
                    compared.tally.unsure = self.sets.or(compared.tally.unsure, *set);
                }
                continue;
            };
            let unknown = result.value().and_then(|value| self.unknown(value));
            let variants = match result {
                // Only `empty` looks into a value, and only for whether there is anything.
                QueryResult::Resolved(value) if operator.0 == Unary::Empty => {
                    let variants = self.filled_and_empty(value, *set).into_iter();
                    variants
                        .map(|(set, value)| (set, QueryResult::Resolved(value)))
                        .collect()
                }
                result => vec![(*set, *result)],
            };
            for (set, result) in variants {
                let known = match (unknown, result) {
                    (Some(unknown), QueryResult::Resolved(value)) => {
                        text_for_unary(&unknown, operator.0)
                            .map(|text| QueryResult::Resolved(self.text_for(value, &text)))
                    }
                    (_, result) => Some(result),
                };
                let about = [result];
                match known {
                    Some(known) => {
                        let result = self.plain.unary_results(
                            comparison,
                            operator,
                            &[known],
                            &plain_scope,
                            role,
                        );
                        self.add(comparison, result, set, &about, &mut compared);
                    }
                    None => {
                        self.add_unknown(
                            comparison.at,
                            set,
                            Doubt::about(Some(result.origin())),
                            &mut compared,
                        );
                        if empty_may_be_error && self.may_be_number(result.origin()) {
                            compared.tally.unsure = self.sets.or(compared.tally.unsure, set);
                        }
                    }
                }
            }
        }
        Ok(compared)
    }

    fn binary(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        right: &Answers<'e>,
        scope: &Scope<'_, 'e>,
        role: Role,
        under: DeploymentSet,
    ) -> Result<Compared, LimitExceeded> {
        let left = self.query(&comparison.query.parts, scope, under)?;
        let mut compared = self.start(&left);
        // The right side comes first: its error may be in place of one of the left side.
        let calls = right.found.iter().filter_map(Found::may_be_error);
        let calls = calls.fold(DeploymentSet::NONE, |all, set| self.sets.or(all, set));
        compared.other = compared.other.unsure_errors(calls, self.sets);
        let under = left.valid(under, self.sets);
        for right in self.worlds(&[&right.found], under)? {
            if right.open {
                // Even where nothing is compared, a function of an unknown value may be an error.
                let left = left.within(right.set, self.sets);
                let origin = left
                    .found
                    .first()
                    .map(|found| found.what.origin())
                    .or(right.unknown);
                let doubt = Doubt {
                    origin,
                    depends_on: right.unknown,
                };
                self.add_unknown(comparison.at, right.set, doubt, &mut compared);
                if right.unsure {
                    compared.tally.unsure = self.sets.or(compared.tally.unsure, right.set);
                }
                continue;
            }
            let left = left.within(right.set, self.sets);
            let results = right.first();
            let none = self.nothing(&left, right.set);
            if !none.is_empty() {
                self.compare(
                    comparison,
                    operator,
                    (&[], results),
                    role,
                    none,
                    &mut compared,
                );
            }
            let literal = matches!(results, [QueryResult::Literal(_)]);
            let as_a_whole =
                operator.0 == Binary::Equals || operator.0 == Binary::In && comparison.query.some;
            if as_a_whole && !literal && left.found.len() > 1 {
                self.compare_lists(comparison, operator, &left, &right, role, &mut compared)?;
            } else {
                self.compare_each(comparison, operator, &left, &right, role, &mut compared)?;
            }
        }
        Ok(compared)
    }

    /// Compares each value of the left side with the right side.
    fn compare_each(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        left: &Answers<'e>,
        right: &World<'e>,
        role: Role,
        compared: &mut Compared,
    ) -> Result<(), LimitExceeded> {
        let results = right.first();
        for Found { set, what } in &left.found {
            let What::One(result) = what else {
                self.add_open(comparison.at, *set, *what, compared);
                continue;
            };
            if right.unknown.is_some() {
                let doubt = Doubt {
                    origin: Some(result.origin()),
                    depends_on: right.unknown,
                };
                self.add_unknown(comparison.at, *set, doubt, compared);
                continue;
            }
            let QueryResult::Resolved(value) = result else {
                self.compare(
                    comparison,
                    operator,
                    (&[*result], results),
                    role,
                    *set,
                    compared,
                );
                continue;
            };
            for (set, value) in self.variants(value, *set)? {
                let known = match self.unknown(value) {
                    Some(unknown) => sample_for_binary(&unknown, operator.0, results)
                        .map(|sample| self.sample_for(value, &sample)),
                    None => (!self.has_unknowns(value)).then_some(value),
                };
                match known {
                    Some(known) => {
                        let left = [QueryResult::Resolved(known)];
                        self.compare(comparison, operator, (&left, results), role, set, compared);
                    }
                    None => self.compare_elements(
                        comparison, operator, value, results, role, set, compared,
                    ),
                }
            }
        }
        Ok(())
    }

    /// Compares a value that contains unknown ones. A list is compared with a scalar element by element.
    #[expect(
        clippy::too_many_arguments,
        reason = "both sides of a comparison and where it counts"
    )]
    fn compare_elements(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        value: crate::value::Ref<'e>,
        results: &[QueryResult<'e>],
        role: Role,
        set: DeploymentSet,
        compared: &mut Compared,
    ) {
        let scalar = matches!(results, [QueryResult::Literal(literal)] if literal.is_scalar());
        let each = operator.0 != Binary::In && scalar;
        let Some(items) = value
            .list()
            .filter(|_| each && self.unknown(value).is_none())
        else {
            return self.add_unknown(
                comparison.at,
                set,
                Doubt::about(Some(value.origin)),
                compared,
            );
        };
        for item in items {
            let known = match self.unknown(item) {
                Some(unknown) => sample_for_binary(&unknown, operator.0, results)
                    .map(|sample| self.sample_for(item, &sample)),
                // An element that is a list would be compared by its own elements.
                None => (!self.has_unknowns(item) && item.list().is_none()).then_some(item),
            };
            match known {
                Some(known) => {
                    let left = [QueryResult::Resolved(known)];
                    self.compare(comparison, operator, (&left, results), role, set, compared);
                }
                None => self.add_unknown(
                    comparison.at,
                    set,
                    Doubt::about(Some(item.origin)),
                    compared,
                ),
            }
        }
    }

    /// Compares all values of the left side, as deployments have them in common, with the right side.
    fn compare_lists(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        left: &Answers<'e>,
        right: &World<'e>,
        role: Role,
        compared: &mut Compared,
    ) -> Result<(), LimitExceeded> {
        let results = right.first();
        let any = left.found.iter().fold(DeploymentSet::NONE, |all, found| {
            self.sets.or(all, found.set)
        });
        for world in self.worlds(&[&left.found], any)? {
            let left = world.first();
            if let Some(unknown) = world.unknown.or(right.unknown) {
                let origin = if world.unknown.is_some() {
                    Some(unknown)
                } else {
                    left.first().map(QueryResult::origin)
                };
                let doubt = Doubt {
                    origin,
                    depends_on: Some(unknown),
                };
                self.add_unknown(comparison.at, world.set, doubt, compared);
                if world.unsure {
                    compared.tally.unsure = self.sets.or(compared.tally.unsure, world.set);
                }
            } else {
                self.compare(
                    comparison,
                    operator,
                    (left, results),
                    role,
                    world.set,
                    compared,
                );
            }
        }
        Ok(())
    }

    fn compare(
        &mut self,
        comparison: &'e Comparison,
        operator: (Binary, bool),
        (left, right): (&[QueryResult<'e>], &[QueryResult<'e>]),
        role: Role,
        set: DeploymentSet,
        compared: &mut Compared,
    ) {
        let scope = PlainScope::root(self.doc.root);
        let result = self
            .plain
            .compare_results(comparison, operator, (left, right), &scope, role);
        let origins: &[QueryResult<'e>] = match result {
            // Each value fails, with nothing to compare it with.
            Ok(ClauseResult::Nothing(_, Note::RightEmpty(_))) => left,
            _ => left.get(..1).unwrap_or_default(),
        };
        self.add(comparison, result, set, origins, compared);
    }

    fn start(&self, answers: &Answers<'e>) -> Compared {
        let other = answers.only_errors();
        Compared {
            tally: Tally::default(),
            other,
        }
    }

    fn add(
        &mut self,
        comparison: &'e Comparison,
        result: Result<ClauseResult<'e>, EvalError>,
        set: DeploymentSet,
        about: &[QueryResult<'e>],
        compared: &mut Compared,
    ) {
        let verdict = match result {
            Ok(ClauseResult::Nothing(status, _)) => {
                let verdict = Verdict::of(status, set);
                compared.other = compared.other.union(verdict, self.sets);
                verdict
            }
            Ok(ClauseResult::Values { passed, failed }) => {
                let none = DeploymentSet::NONE;
                let pass = if passed > 0 { set } else { none };
                let fail = if failed > 0 { set } else { none };
                let verdict = Verdict {
                    pass,
                    fail,
                    ..Verdict::default()
                };
                compared.tally.add(verdict, self.sets);
                verdict
            }
            Err(error) => {
                let verdict = self.error_verdict(error, set);
                compared.other = compared.other.union(verdict, self.sets);
                verdict
            }
        };
        if about.is_empty() {
            self.failed_check(comparison.at, None, verdict.fail);
        }
        for result in about {
            self.failed_check(comparison.at, Some(result.origin()), verdict.fail);
        }
    }

    fn add_open(
        &mut self,
        at: Location,
        set: DeploymentSet,
        what: What<'e>,
        compared: &mut Compared,
    ) {
        self.add_unknown(at, set, Doubt::about(Some(what.origin())), compared);
        if matches!(what, What::Call(_)) {
            compared.tally.unsure = self.sets.or(compared.tally.unsure, set);
        }
    }

    fn add_unknown(
        &mut self,
        at: Location,
        set: DeploymentSet,
        doubt: Doubt<'e>,
        compared: &mut Compared,
    ) {
        compared.tally.add(
            Verdict {
                unknown: set,
                ..Verdict::default()
            },
            self.sets,
        );
        self.unknown_check(at, doubt, set);
    }

    /// Records a value that a clause fails on.
    pub(super) fn failed_check(
        &mut self,
        at: Location,
        origin: Option<Origin<'e>>,
        fail: DeploymentSet,
    ) {
        if !fail.is_empty() {
            let unknown = DeploymentSet::NONE;
            self.checks.push(VaryingCheck {
                rule: self.rule,
                at,
                origin,
                fail,
                unknown,
                depends_on: None,
            });
        }
    }

    /// Records a value that a clause may fail on.
    pub(super) fn unknown_check(&mut self, at: Location, doubt: Doubt<'e>, unknown: DeploymentSet) {
        if !unknown.is_empty() {
            let Doubt { origin, depends_on } = doubt;
            let fail = DeploymentSet::NONE;
            self.checks.push(VaryingCheck {
                rule: self.rule,
                at,
                origin,
                fail,
                unknown,
                depends_on,
            });
        }
    }
}

/// A value that a clause may fail on, and the unknown value that this depends on, if it is another one.
#[derive(Clone, Copy)]
pub(super) struct Doubt<'e> {
    pub origin: Option<Origin<'e>>,
    pub depends_on: Option<Origin<'e>>,
}

impl<'e> Doubt<'e> {
    pub fn about(origin: Option<Origin<'e>>) -> Doubt<'e> {
        Doubt {
            origin,
            depends_on: None,
        }
    }
}
