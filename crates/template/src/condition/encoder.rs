//! Encodes conditions as clauses: a variable for each condition and each comparison.
//!
//! What is known about comparisons and parameters depends on the [`Axioms`].

use std::rc::Rc;

use cfn_warden_syntax::Node;
use cfn_warden_syntax::hash::HashMap;

use super::axioms::{Axioms, Finite};
use super::comparison::Comparison;
use super::formula::{Clauses, Truth};
use super::parse::Expression;
use super::sat::Lit;
use super::solver::Solver;

/// An encoding under construction.
#[derive(Debug)]
pub(super) struct Encoder<'a> {
    axioms: Axioms,
    pub clauses: Clauses,
    /// The parameters with `AllowedValues`.
    parameters: Vec<Finite>,
    /// In order of occurrence.
    comparisons: Vec<Rc<Comparison>>,
    by_key: HashMap<[String; 2], Rc<Comparison>>,
    conditions: HashMap<&'a str, Lit>,
}

impl<'a> Encoder<'a> {
    /// Returns an encoding without conditions, for the parameters of a template.
    pub fn new(axioms: Axioms, template: Node<'a>) -> Encoder<'a> {
        Encoder {
            axioms,
            clauses: Clauses::default(),
            parameters: axioms.parameters(template),
            comparisons: Vec::new(),
            by_key: HashMap::default(),
            conditions: HashMap::default(),
        }
    }

    /// Returns the literal of a condition. A condition that is not defined can have any value.
    pub fn condition(&mut self, name: &'a str) -> Lit {
        *self
            .conditions
            .entry(name)
            .or_insert_with(|| Lit::positive(self.clauses.variable()))
    }

    /// Returns the comparison of two values. Comparisons with equal sides are the same comparison.
    pub fn comparison(&mut self, first: Node<'a>, second: Node<'a>) -> &Rc<Comparison> {
        let (sides, key) = self.axioms.sides(first, second);
        self.by_key.entry(key).or_insert_with(|| {
            let truth = match self.axioms.constant(&sides, &self.parameters) {
                Some(value) => Truth::Constant(value),
                None => {
                    let own = Truth::Literal(Lit::positive(self.clauses.variable()));
                    for other in &self.comparisons {
                        if self.axioms.exclude(&sides, &other.sides, &self.parameters) {
                            self.clauses
                                .demand_any([own.negated(), other.truth.negated()]);
                        }
                    }
                    own
                }
            };
            let comparison = Rc::new(Comparison { sides, truth });
            self.comparisons.push(Rc::clone(&comparison));
            comparison
        })
    }

    /// Whether two comparisons are never both true.
    pub fn exclude(&self, one: &Comparison, other: &Comparison) -> bool {
        self.axioms
            .exclude(&one.sides, &other.sides, &self.parameters)
    }

    /// Returns, for each parameter, the comparisons if one of them is always true.
    pub fn exhaustive(&self) -> Vec<Vec<&Comparison>> {
        let compared = |parameter| self.axioms.exhaustive(parameter, &self.comparisons);
        self.parameters.iter().filter_map(compared).collect()
    }

    /// Returns the truth of an expression.
    pub fn truth(&mut self, expression: &Expression<'a>) -> Truth {
        match expression {
            Expression::Equals(first, second) => self.comparison(*first, *second).truth,
            Expression::All(parts) => {
                let parts = self.parts(parts, false);
                self.clauses.all(parts)
            }
            Expression::Any(parts) => {
                let parts = self.parts(parts, true);
                self.clauses.any(parts)
            }
            Expression::Not(inner) => self.truth(inner).negated(),
            Expression::Named(name) => Truth::Literal(self.condition(name)),
        }
    }

    /// Returns the truth of the parts, up to one with the constant value that decides.
    fn parts(&mut self, parts: &[Expression<'a>], decisive: bool) -> Vec<Truth> {
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let truth = self.truth(part);
            found.push(truth);
            if truth == Truth::Constant(decisive) {
                break;
            }
        }
        found
    }

    /// Adds the axioms of parameters with all of whose values a comparison exists, and returns a solver.
    pub fn solver(mut self) -> Solver {
        let truths = |compared: Vec<&Comparison>| {
            compared
                .into_iter()
                .map(|one| one.truth)
                .collect::<Vec<_>>()
        };
        let exhaustive: Vec<_> = self.exhaustive().into_iter().map(truths).collect();
        exhaustive
            .into_iter()
            .for_each(|truths| self.clauses.demand_any(truths));
        Solver::new(self.clauses)
    }
}
