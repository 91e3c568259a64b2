//! Conditions that the schema evaluation assumes at a position of the template.
//!
//! Source of the axioms: cfn-lint 1.58.0, `context/conditions`. cfn-lint enumerates the first 128 of all assignments in
//! the order of a hash set; this enumeration is exhaustive up to a limit, and above it the assignments are spread
//! evenly.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use cfn_warden_syntax::hash::{HashMap, HashSet, Text};
use cfn_warden_syntax::{Node, Value};

use super::assumptions::{Assumption, AssumptionKind, AssumptionSets, Assumptions, State};
use super::axioms::{Axioms, is_list, is_ssm};
use super::encoder::Encoder;
use super::formula::Truth;
use super::parse::{Expression, expression};
use super::sat::Lit;
use super::sets::{self, ConditionSets, Definition};
use super::solver::Solver;
use cfn_warden_syntax::python::repr_str;

/// The conditions of a template, and the sets of assumptions so far.
#[derive(Debug)]
pub struct Conditions<'a> {
    names: Vec<&'a str>,
    index: HashMap<Text<'a>, usize>,
    /// The literal of each condition, by index.
    lits: Vec<Lit>,
    solver: Solver,
    sets: AssumptionSets,
    cache: RefCell<HashMap<Question, Scenarios>>,
    template: Node<'a>,
    /// Built when first needed: few templates need it.
    as_sets: RefCell<Option<Rc<ConditionSets<'a>>>>,
}

/// The assumptions, the conditions to assign, and the maximum number of scenarios.
type Question = (Assumptions, Vec<usize>, usize);

/// The scenarios of some conditions.
#[derive(Debug, Clone)]
pub struct Scenarios {
    /// One set of assumptions per scenario, true first.
    pub assumptions: Rc<[Assumptions]>,
    /// Whether these are all scenarios.
    pub complete: bool,
}

/// The maximum number of cached answers; the cache is then cleared.
const REMEMBERED: usize = 10_000;

/// Conditions that are not satisfiable together. `Display` writes cfn-lint's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsatisfiable {
    /// The previous assumptions, in the order of declaration.
    pub held: Vec<(String, bool)>,
    /// The additional assumptions.
    pub wanted: Vec<(String, bool)>,
}

impl<'a> Conditions<'a> {
    /// Parses `Conditions` and `Parameters` of a template.
    pub fn of(template: Node<'a>) -> Conditions<'a> {
        let read = definitions(template);
        let mut encoder = Encoder::new(Axioms::Position, template);
        let names: Vec<_> = read.iter().map(|(name, _)| *name).collect();
        let index: HashMap<_, _> = names.iter().map(|name| Text(name)).zip(0..).collect();
        let lits: Vec<_> = names.iter().map(|name| encoder.condition(name)).collect();
        // All malformed conditions share one unknown.
        let malformed = Truth::Literal(Lit::positive(encoder.clauses.variable()));
        for (lit, (_, expression)) in lits.iter().zip(&read) {
            let truth = expression
                .as_ref()
                .map_or(malformed, |expression| encoder.truth(expression));
            encoder.clauses.define(*lit, truth);
        }
        Conditions {
            sets: AssumptionSets::new(names.len()),
            cache: RefCell::default(),
            names,
            index,
            lits,
            solver: encoder.solver(),
            template,
            as_sets: RefCell::default(),
        }
    }

    /// Returns the conditions as sets; `None` if they are circular, too deep or too many.
    pub fn sets(&self) -> Option<Rc<ConditionSets<'a>>> {
        let build = || {
            ConditionSets::of(
                Axioms::Position,
                self.template,
                &definitions(self.template),
                &[],
            )
        };
        sets::exact(&self.as_sets, build)
    }

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the names of the conditions, in the order of declaration.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Whether a condition is declared.
    pub fn has(&self, name: &str) -> bool {
        self.index.contains_key(&Text(name))
    }

    /// Returns the assumed value of a condition.
    pub fn value(&self, assumptions: Assumptions, name: &str) -> Option<bool> {
        self.value_of_declared(assumptions, name).flatten()
    }

    /// Returns the assumed value of a condition; `None` if it is not declared, `Some(None)` if no value is assumed.
    pub fn value_of_declared(&self, assumptions: Assumptions, name: &str) -> Option<Option<bool>> {
        let index = *self.index.get(&Text(name))?;
        Some(self.sets.pin(assumptions, index).map(|pin| pin.holds))
    }

    /// Returns the assumed conditions, in the order of declaration.
    pub fn held(&self, assumptions: Assumptions) -> Vec<(&'a str, bool)> {
        let state = self.sets.state(assumptions);
        self.names
            .iter()
            .zip(state.iter())
            .filter_map(|(name, pin)| Some((*name, pin?.holds)))
            .collect()
    }

    /// Adds assumptions. Undeclared names are ignored.
    ///
    /// # Errors
    /// Returns an error if a condition already has the opposite value, or if the assumptions are not satisfiable.
    pub fn pin(
        &self,
        assumptions: Assumptions,
        wanted: &[(&str, bool)],
        hold: AssumptionKind,
    ) -> Result<Assumptions, Unsatisfiable> {
        let refused = || Unsatisfiable {
            held: owned(&self.held(assumptions)),
            wanted: owned(wanted),
        };
        let mut state = self.sets.state(assumptions);
        let (mut changed, mut contradicted) = (false, false);
        for (name, holds) in wanted {
            let Some(index) = self.index.get(&Text(name)) else {
                continue;
            };
            match state.get(*index) {
                Some(pin) => contradicted |= pin.holds != *holds,
                None => {
                    changed = true;
                    state.set(
                        *index,
                        Assumption {
                            holds: *holds,
                            hold,
                        },
                    );
                }
            }
        }
        if contradicted {
            return Err(refused());
        }
        if !changed {
            return Ok(assumptions);
        }
        if hold == AssumptionKind::Fact {
            // A fact replaces an earlier, weaker assumption.
            for index in wanted
                .iter()
                .filter_map(|(name, _)| self.index.get(&Text(name)))
            {
                if let Some(pin) = state.get(*index) {
                    state.set(*index, Assumption { hold, ..pin });
                }
            }
        }
        if let Some(known) = self.sets.known(&state) {
            return known.ok_or_else(refused);
        }
        let possible = self.solver.satisfiable(self.literals(&state, |_| true));
        self.sets
            .add(assumptions, state, possible)
            .ok_or_else(refused)
    }

    /// Whether two sets of assumptions are satisfiable together.
    pub fn compatible(&self, one: Assumptions, two: Assumptions) -> bool {
        self.pin(one, &self.held(two), AssumptionKind::Fact).is_ok()
    }

    /// Whether a condition can have the value `holds`, given the facts alone. An undeclared condition can have any
    /// value.
    pub fn reachable(&self, assumptions: Assumptions, name: &str, holds: bool) -> bool {
        let Some(lit) = self
            .index
            .get(&Text(name))
            .and_then(|index| self.lits.get(*index))
        else {
            return true;
        };
        let facts = self.literals(&self.sets.state(assumptions), |pin| {
            pin.hold == AssumptionKind::Fact
        });
        self.solver
            .satisfiable(facts.into_iter().chain([lit.when(holds)]))
    }

    /// Returns the scenarios of `names` under the assumptions, at most `limit`; see
    /// [`Solver::scenarios`](super::solver::Solver::scenarios). Undeclared names are ignored.
    pub fn scenarios(&self, assumptions: Assumptions, names: &[&str], limit: usize) -> Scenarios {
        let mut free: Vec<usize> = Vec::new();
        for index in names
            .iter()
            .filter_map(|name| self.index.get(&Text(name)).copied())
        {
            if self.sets.pin(assumptions, index).is_none() && !free.contains(&index) {
                free.push(index);
            }
        }
        if free.is_empty() {
            return Scenarios {
                assumptions: Rc::new([assumptions]),
                complete: true,
            };
        }
        let question = (assumptions, free, limit);
        if let Some(scenarios) = self.cache.borrow().get(&question) {
            return scenarios.clone();
        }
        let scenarios = self.find_scenarios(&question);
        let mut cache = self.cache.borrow_mut();
        if cache.len() >= REMEMBERED {
            cache.clear();
        }
        cache.insert(question, scenarios.clone());
        scenarios
    }

    fn find_scenarios(&self, (assumptions, free, limit): &Question) -> Scenarios {
        let state = self.sets.state(*assumptions);
        let lits: Vec<Lit> = free
            .iter()
            .filter_map(|index| self.lits.get(*index).copied())
            .collect();
        let scenarios = self
            .solver
            .scenarios(&self.literals(&state, |_| true), &lits, *limit);
        let assume = |row: &Vec<bool>| {
            let mut state = state.clone();
            for (index, holds) in free.iter().zip(row) {
                state.set(
                    *index,
                    Assumption {
                        holds: *holds,
                        hold: AssumptionKind::Assumed,
                    },
                );
            }
            self.sets
                .known(&state)
                .unwrap_or_else(|| self.sets.add(*assumptions, state, true))
        };
        Scenarios {
            assumptions: scenarios.rows.iter().filter_map(assume).collect(),
            complete: scenarios.complete,
        }
    }

    /// Whether the value of one condition may determine that of the other. True if one is not declared.
    pub fn related(&self, one: &str, other: &str) -> bool {
        let lit = |name| {
            self.index
                .get(&Text(name))
                .and_then(|index| self.lits.get(*index))
        };
        lit(one)
            .zip(lit(other))
            .is_none_or(|(one, other)| self.solver.related(*one, *other))
    }

    /// Whether the budget for time or memory was exhausted, so that an answer defaulted to "possible".
    pub fn exhausted(&self) -> bool {
        self.solver.exhausted() || self.sets.is_full()
    }

    fn literals(&self, state: &State, which: impl Fn(&Assumption) -> bool) -> Vec<Lit> {
        let pinned = self.lits.iter().zip(state.iter());
        pinned
            .filter_map(|(lit, pin)| pin.filter(&which).map(|pin| lit.when(pin.holds)))
            .collect()
    }
}

/// Returns the conditions in the order of declaration; of equal names, the first.
fn definitions(template: Node<'_>) -> Vec<Definition<'_>> {
    let section = template.get("Conditions").filter(|_| readable(template));
    let mut seen = HashSet::default();
    let entries = section.and_then(|c| c.as_map()).unwrap_or_default().iter();
    let named = entries.filter_map(|entry| Some((entry.key.as_str()?, entry.value)));
    let first = named.filter(|(name, _)| seen.insert(*name));
    first
        .map(|(name, value)| (name, expression(value).filter(sided)))
        .collect()
}

fn owned(assumptions: &[(&str, bool)]) -> Vec<(String, bool)> {
    assumptions
        .iter()
        .map(|(name, holds)| ((*name).to_owned(), *holds))
        .collect()
}

impl fmt::Display for Unsatisfiable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str| {
            let mut text = "condition ".to_owned();
            text.push_str(&repr_str(name));
            text
        };
        let python = |value: bool| if value { "True" } else { "False" };
        f.write_str("When setting ")?;
        for (place, (name, holds)) in self.wanted.iter().enumerate() {
            write!(
                f,
                "{}{} to {}",
                if place == 0 { "" } else { ", and " },
                named(name),
                python(*holds)
            )?;
            if let Some((_, now)) = self
                .held
                .iter()
                .find(|(held, now)| held == name && now != holds)
            {
                write!(f, " from current status {}", python(*now))?;
            }
        }
        let others = self
            .held
            .iter()
            .filter(|(name, _)| self.wanted.iter().all(|(wanted, _)| wanted != name));
        for (place, (name, holds)) in others.enumerate() {
            f.write_str(if place == 0 {
                ". Where existing status for "
            } else {
                " and "
            })?;
            write!(f, "{} is {}", named(name), python(*holds))?;
        }
        Ok(())
    }
}

/// Whether no side of an `Fn::Equals` is a list or date, which makes it malformed.
fn sided(expression: &Expression<'_>) -> bool {
    let mut equals = Vec::new();
    expression.equals(&mut equals);
    let fine = |node: Node<'_>| !matches!(node.value, Value::List(_) | Value::Date(_));
    equals
        .into_iter()
        .all(|(first, second)| fine(first) && fine(second))
}

/// Whether cfn-lint can read the conditions; it fails on `AllowedValues` that is not a list.
fn readable(template: Node<'_>) -> bool {
    let parameters = template
        .get("Parameters")
        .and_then(|p| p.as_map())
        .unwrap_or_default();
    parameters.iter().all(|entry| match plain(entry.value) {
        Some(allowed) => match allowed.value {
            Value::List(_)
            | Value::Map(_)
            | Value::Null
            | Value::Bool(false)
            | Value::Int(0)
            | Value::Str("") => true,
            Value::Float(number) => number == 0.0,
            _ => false,
        },
        None => true,
    })
}

/// Returns the `AllowedValues` of a parameter, unless it has a list type or is an SSM parameter.
fn plain(parameter: Node<'_>) -> Option<Node<'_>> {
    let kind = parameter.get("Type")?.as_str()?;
    if is_list(kind) || is_ssm(kind) {
        None
    } else {
        parameter.get("AllowedValues")
    }
}
