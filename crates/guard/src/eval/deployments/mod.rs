//! Evaluates a program on all deployments of a template at once.
//!
//! The document has places that differ between deployments ([`Variation`]). Instead of one status, every clause has a
//! [`Verdict`]: the deployments in which it passes, fails, is skipped, or depends on an unknown value. Only what a rule
//! reads is split: a query returns each value with the deployments that have it, so independent conditions on
//! independent resources cost their sum. What is compared is a value of one deployment, and is compared by the plain
//! evaluator; so both have the same operators, functions and errors.
//!
//! - `verdict`: how verdicts combine; `scope`, `variable`: variables;
//! - `points`: what differs at each value; `query`, `filter`, `key`, `call`: queries; `value`: values that differ, as values of one deployment each;
//! - `undivided`, `detector`: what is the same in all deployments, by the plain evaluator;
//! - `clause`: comparisons; `unknown`: what is certain about an unknown value; `block`, `rule`: everything that has clauses.

mod block;
mod call;
mod clause;
mod detector;
mod filter;
mod key;
mod points;
mod query;
mod rule;
mod scope;
mod undivided;
mod unknown;
mod value;
mod variable;
mod verdict;

use std::collections::HashMap;

use cfn_warden_syntax::deployments::{DeploymentSet, Deployments, NODES};

pub use self::points::{Points, Varying};
pub use self::verdict::Verdict;

use self::detector::Detector;
use self::scope::{Answers, Scope, VariableState};
use super::scope::RootVariables;
use super::{Eval, Role};
use crate::budget::LimitExceeded;
use crate::compile::program::{Location, Program};
use crate::doc::Doc;
use crate::eval::error::EvalError;
use crate::value::Origin;
use crate::{Options, hash};

/// The result of evaluating one rules file on all deployments of a document.
#[derive(Debug)]
pub struct VaryingOutcome<'e> {
    /// The name of the rules file.
    pub name: &'e str,
    pub(crate) program: &'e Program,
    /// The verdicts of the rules, in order.
    pub rules: Vec<(&'e str, Verdict)>,
    /// What failed or is unknown in the rules.
    pub checks: Vec<VaryingCheck<'e>>,
    /// The deployments in which the rules file cannot be evaluated, and the first error.
    pub error: Option<(DeploymentSet, EvalError)>,
    /// The first rule that reads values that differ in more ways than are distinguished. From it on, verdicts are unknown in
    /// the other deployments.
    pub limited: Option<&'e str>,
}

/// A rule, and the deployments in which it fails or is unknown although no check says why: its conditions cannot be
/// evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Unexplained {
    /// The index of the rule.
    pub rule: usize,
    /// The deployments in which it fails.
    pub fail: DeploymentSet,
    /// The deployments in which it is unknown.
    pub unknown: DeploymentSet,
}

impl VaryingOutcome<'_> {
    /// Returns the deployments in which an unknown value may end the evaluation of the rules file with an error, so that
    /// no rule has a verdict.
    pub fn unsure(&self, sets: &Deployments) -> DeploymentSet {
        self.rules
            .iter()
            .fold(DeploymentSet::NONE, |all, (_, verdict)| {
                sets.or(all, verdict.unsure)
            })
    }

    /// Returns the rules that fail or are unknown in deployments in which no check says why.
    pub fn unexplained(&self, sets: &Deployments) -> Vec<Unexplained> {
        let rest = |(rule, (_, verdict)): (usize, &(&str, Verdict))| {
            let own = self
                .checks
                .iter()
                .filter(|check| check.rule as usize == rule);
            let (fail, unknown) =
                own.fold((verdict.fail, verdict.unknown), |(fail, unknown), check| {
                    (
                        sets.minus(fail, check.fail),
                        sets.minus(unknown, check.unknown),
                    )
                });
            Unexplained {
                rule,
                fail,
                unknown,
            }
        };
        let all = self.rules.iter().enumerate().map(rest);
        all.filter(|one| !one.fail.is_empty() || !one.unknown.is_empty())
            .collect()
    }
}

/// A value that a clause fails on in some deployments.
#[derive(Debug, Clone, Copy)]
pub struct VaryingCheck<'e> {
    /// The index of the rule.
    pub rule: u32,
    /// The location of the clause in the rules file.
    pub at: Location,
    /// The value; `None` if the clause is about a rule, or about a query without results.
    pub origin: Option<Origin<'e>>,
    /// The deployments in which the clause fails.
    pub fail: DeploymentSet,
    /// The deployments in which it is not known whether it does.
    pub unknown: DeploymentSet,
    /// The unknown value that this depends on, if it is not part of the value.
    pub depends_on: Option<Origin<'e>>,
}

impl<'e> VaryingCheck<'e> {
    /// Moves deployments from those in which the clause fails to those in which that depends on an unknown value.
    fn doubt(&mut self, set: DeploymentSet, unknown: Option<Origin<'e>>, sets: &Deployments) {
        if !set.is_empty() {
            self.depends_on = self.depends_on.or(unknown);
            self.fail = sets.minus(self.fail, set);
            self.unknown = sets.or(self.unknown, set);
        }
    }

    /// The value that is unknown or contains unknown ones.
    pub fn unknown_value(&self) -> Option<Origin<'e>> {
        self.depends_on.or(self.origin)
    }
}

/// Evaluates all rules of a program on all deployments of a document.
///
/// # Errors
/// A limit of evaluations was exceeded.
pub(crate) fn evaluate<'e>(
    program: &'e Program,
    doc: &'e Doc<'e>,
    varying: &Varying<'e>,
    points: &'e Points<'e>,
    options: &Options,
) -> Result<VaryingOutcome<'e>, EvalError> {
    let mark = varying.sets.mark();
    let outcome = evaluate_all(program, doc, varying, points, options);
    if outcome.is_err() {
        varying.sets.roll_back(mark);
    }
    outcome
}

fn evaluate_all<'e>(
    program: &'e Program,
    doc: &'e Doc<'e>,
    varying: &Varying<'e>,
    points: &'e Points<'e>,
    options: &Options,
) -> Result<VaryingOutcome<'e>, EvalError> {
    doc.budget.begin();
    let mut evaluator = Evaluator {
        plain: Eval {
            program,
            doc,
            now: options.now,
            semantics: program.language.semantics,
            trace: Detector::new(points),
            literals: vec![None; program.literals.len()],
            variables: RootVariables::new(program.variables.len()),
            statuses: hash::Map::default(),
            circular: Vec::new(),
            depth: 0,
            spare: Vec::new(),
        },
        program,
        doc,
        sets: varying.sets,
        points,
        lets: vec![VariableState::default(); program.variables.len()],
        captured: HashMap::new(),
        statuses: HashMap::new(),
        checks: Vec::new(),
        rule: 0,
        depth: 0,
        error: None,
        limited: None,
        cut: DeploymentSet::NONE,
        doubt: DeploymentSet::NONE,
        valid: varying.valid,
    };
    let rules = evaluator.file();
    doc.budget.end()?;
    let (rules, errors) = rules?;
    let sets = varying.sets;
    if sets.is_limited() {
        return Err(too_many_sets(rules.last().map_or("", |(name, _)| name)));
    }
    let rules = rules.into_iter().map(|(name, verdict)| {
        let certain = sets.minus(varying.valid, errors);
        (name, verdict.within(certain, sets))
    });
    Ok(VaryingOutcome {
        name: &program.name,
        program,
        rules: rules.collect(),
        checks: evaluator.checks,
        error: evaluator
            .error
            .filter(|_| !errors.is_empty())
            .map(|error| (errors, error)),
        limited: evaluator.limited,
    })
}

fn too_many_sets(rule: &str) -> EvalError {
    EvalError::fatal(format!(
        "limit of {NODES} nodes for sets of deployments, or of the work on them, exceeded in rule `{rule}`, which depends on \
         too many parameters and conditions at once; supply values for some parameters, or split the rule"
    ))
}

/// The state of an evaluation on all deployments.
struct Evaluator<'e> {
    /// Compares values of one deployment.
    plain: Eval<'e, Detector<'e>>,
    program: &'e Program,
    doc: &'e Doc<'e>,
    sets: &'e Deployments,
    valid: DeploymentSet,
    /// What differs at each node of the document.
    points: &'e Points<'e>,
    /// The variables of the file.
    lets: Vec<VariableState<'e>>,
    captured: HashMap<u32, Answers<'e>>,
    /// The verdicts of named rules so far, and the deployments in which they are being evaluated.
    statuses: HashMap<(&'e str, Role), NamedRule<'e>>,
    checks: Vec<VaryingCheck<'e>>,
    rule: u32,
    depth: u32,
    error: Option<EvalError>,
    limited: Option<&'e str>,
    /// The deployments that are not distinguished any more.
    cut: DeploymentSet,
    /// The deployments in which it depends on an unknown value whether what is evaluated is evaluated at all. It matters to
    /// keys that are captured.
    doubt: DeploymentSet,
}

/// What is known of a named rule.
#[derive(Debug, Clone, Copy)]
struct NamedRule<'e> {
    verdict: Verdict,
    /// An unknown value that it depends on.
    unknown: Option<Origin<'e>>,
    covered: DeploymentSet,
    running: DeploymentSet,
    /// The deployments in which it was found to refer to itself.
    circular: DeploymentSet,
}

/// The most parts of deployments in which one value, or the arguments of a function, are distinguished.
pub const VARIANTS: usize = 256;

type RuleVerdicts<'e> = Vec<(&'e str, Verdict)>;

impl<'e> Evaluator<'e> {
    fn file(&mut self) -> Result<(RuleVerdicts<'e>, DeploymentSet), LimitExceeded> {
        let scope = Scope::root(self.doc.root);
        let (mut rules, mut errors) = (Vec::new(), DeploymentSet::NONE);
        for (rule, index) in self.program.rules.iter().zip(0..) {
            self.rule = index;
            let under = self.sets.minus(self.valid, errors);
            let mark = self.checks.len();
            let verdict = self.rule(rule, &scope, Role::Assertion, under)?;
            let verdict = self.without_cut(verdict, mark, &rule.name);
            errors = self.sets.or(errors, verdict.errors(self.sets));
            rules.push((&*rule.name, verdict));
            if self.sets.is_limited() {
                break;
            }
        }
        let sets = self.sets;
        self.checks.iter_mut().for_each(|check| {
            check.fail = sets.minus(check.fail, errors);
            check.unknown = sets.minus(check.unknown, errors);
        });
        self.checks
            .retain(|check| !check.fail.is_empty() || !check.unknown.is_empty());
        Ok((rules, errors))
    }

    /// Makes a verdict unknown in the deployments that are not distinguished.
    fn without_cut(&mut self, verdict: Verdict, mark: usize, rule: &'e str) -> Verdict {
        if self.cut.is_empty() {
            return verdict;
        }
        self.limited.get_or_insert(rule);
        let (sets, cut) = (self.sets, self.cut);
        self.checks
            .iter_mut()
            .skip(mark)
            .for_each(|check| check.fail = sets.minus(check.fail, cut));
        let unknown = sets.and(verdict.covered(sets), cut);
        let certain = verdict.within(sets.minus(verdict.covered(sets), cut), sets);
        certain.union(
            Verdict {
                unknown,
                ..Verdict::default()
            },
            sets,
        )
    }

    /// Keeps only as many parts of deployments as are distinguished.
    fn limit<T>(&mut self, parts: &mut Vec<T>, set: impl Fn(&T) -> DeploymentSet) {
        for part in parts.iter().skip(VARIANTS) {
            self.cut = self.sets.or(self.cut, set(part));
        }
        parts.truncate(VARIANTS);
    }

    /// Records an error in some deployments, as the sets of recoverable and of fatal errors.
    fn failed(&mut self, error: EvalError, set: DeploymentSet) -> (DeploymentSet, DeploymentSet) {
        let sets = if error.unevaluatable {
            (set, DeploymentSet::NONE)
        } else {
            (DeploymentSet::NONE, set)
        };
        self.error.get_or_insert(error);
        sets
    }

    fn error_verdict(&mut self, error: EvalError, set: DeploymentSet) -> Verdict {
        let (error, fatal) = self.failed(error, set);
        Verdict {
            error,
            fatal,
            ..Verdict::default()
        }
    }

    fn spend(&self, steps: usize) -> Result<(), LimitExceeded> {
        self.doc.budget.spend(steps as u64)
    }
}
