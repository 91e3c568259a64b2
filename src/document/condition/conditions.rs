//! What the schema walk assumes of conditions at a place of the template.
//!
//! Source of the axioms: cfn-lint 1.58.0, `context/conditions`. Its enumeration takes the first 128 of all assignments
//! in the order of a hash set; ours is exhaustive up to [`LIMIT`](super::solver::LIMIT) and spread beyond it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use crate::syntax::{Node, Value};

use super::formula::{Clauses, Formula};
use super::identity::{function, identity, quote, swapped, text};
use super::parse::{Expression, expression};
use super::sat::Lit;
use super::solver::{LIMIT, Solver};

/// A set of conditions that are held true or false: an index into [`Conditions`], equal for equal sets. The default
/// holds none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pins(u32);

/// How firmly a condition is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// The template says so: a resource's `Condition`, the branch of an `Fn::If`.
    Fact,
    /// It is one of the scenarios being gone through.
    Assumed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pin {
    holds: bool,
    hold: Hold,
}

/// By condition.
type State = Box<[Option<Pin>]>;

/// The conditions of a template, and the sets of pins met so far.
#[derive(Debug)]
pub struct Conditions<'a> {
    names: Vec<&'a str>,
    index: HashMap<&'a str, usize>,
    /// By condition.
    lits: Vec<Lit>,
    solver: Solver,
    known: RefCell<Known>,
}

#[derive(Debug)]
struct Known {
    states: Vec<State>,
    numbers: HashMap<State, Option<Pins>>,
}

/// Conditions that cannot hold together. `Display` gives the reference's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsatisfiable {
    /// What was held already, in the order of declaration.
    pub held: Vec<(String, bool)>,
    /// What was to be held as well.
    pub wanted: Vec<(String, bool)>,
}

impl<'a> Conditions<'a> {
    /// Reads `Conditions` and `Parameters` of a template.
    pub fn of(template: Node<'a>) -> Conditions<'a> {
        let section = template.get("Conditions").filter(|_| readable(template));
        let entries = section.and_then(|c| c.as_map()).unwrap_or_default();
        let mut axioms = Axioms::default();
        let (mut names, mut index, mut read) = (Vec::new(), HashMap::new(), Vec::new());
        for entry in entries {
            let Some(name) = entry.key.as_str() else { continue };
            if index.insert(name, names.len()).is_none() {
                names.push(name);
                read.push((axioms.named(name), expression(entry.value).filter(sided)));
            }
        }
        for (variable, expression) in &read {
            // All malformed conditions are one and the same unknown.
            let formula = match expression {
                Some(expression) => axioms.formula(expression),
                None => Formula::Variable(axioms.atom("malformed".into())),
            };
            axioms.clauses.define(*variable, &formula);
        }
        axioms.parameters(template);
        let nothing: State = vec![None; names.len()].into();
        Conditions {
            names,
            index,
            lits: read.iter().map(|(variable, _)| Lit::positive(*variable)).collect(),
            solver: Solver::new(axioms.clauses),
            known: RefCell::new(Known {
                numbers: HashMap::from([(nothing.clone(), Some(Pins(0)))]),
                states: vec![nothing],
            }),
        }
    }

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the conditions, in the order of declaration.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Whether a condition of a name is declared.
    pub fn has(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    /// How a condition is held.
    pub fn value(&self, pins: Pins, name: &str) -> Option<bool> {
        let index = *self.index.get(name)?;
        let known = self.known.borrow();
        let pin = known.states.get(pins.0 as usize)?.get(index)?;
        pin.map(|pin| pin.holds)
    }

    /// The conditions that are held, in the order of declaration.
    pub fn held(&self, pins: Pins) -> Vec<(&'a str, bool)> {
        let known = self.known.borrow();
        let state = known.states.get(pins.0 as usize).map(|state| state.as_ref()).unwrap_or_default();
        self.names.iter().zip(state).filter_map(|(name, pin)| Some((*name, pin.as_ref()?.holds))).collect()
    }

    /// Holds more conditions. Names that are not declared change nothing.
    ///
    /// # Errors
    /// When one is held the other way already, or they cannot all hold.
    pub fn pin(&self, pins: Pins, wanted: &[(&str, bool)], hold: Hold) -> Result<Pins, Unsatisfiable> {
        let refused = || Unsatisfiable { held: owned(&self.held(pins)), wanted: owned(wanted) };
        let mut state = self.state(pins);
        let (mut changed, mut contradicted) = (false, false);
        for (name, holds) in wanted {
            let Some(slot) = self.index.get(name).and_then(|index| state.get_mut(*index)) else { continue };
            match slot {
                Some(pin) => contradicted |= pin.holds != *holds,
                None => {
                    changed = true;
                    *slot = Some(Pin { holds: *holds, hold });
                }
            }
        }
        if contradicted {
            return Err(refused());
        }
        if !changed {
            return Ok(pins);
        }
        if hold == Hold::Fact {
            // What is now a fact was perhaps assumed before.
            for (name, _) in wanted {
                if let Some(Some(pin)) = self.index.get(name).and_then(|index| state.get_mut(*index)) {
                    pin.hold = hold;
                }
            }
        }
        if let Some(known) = self.known.borrow().numbers.get(&state) {
            return known.ok_or_else(refused);
        }
        let possible = self.solver.satisfiable(self.literals(&state, |_| true));
        self.number(state, possible).ok_or_else(refused)
    }

    /// Whether what two sets hold can hold together.
    pub fn compatible(&self, one: Pins, two: Pins) -> bool {
        self.pin(one, &self.held(two), Hold::Fact).is_ok()
    }

    /// Whether a condition can be so, given the facts alone. A condition that is not declared can be anything.
    pub fn reachable(&self, pins: Pins, name: &str, holds: bool) -> bool {
        let Some(lit) = self.index.get(name).and_then(|index| self.lits.get(*index)) else { return true };
        let facts = self.literals(&self.state(pins), |pin| pin.hold == Hold::Fact);
        self.solver.satisfiable(facts.into_iter().chain([lit.when(holds)]))
    }

    /// The ways to hold each of `names` beside what is held, true first, and whether these are all; see
    /// [`Solver::scenarios`](super::solver::Solver::scenarios). Names that are not declared are passed over.
    pub fn scenarios(&self, pins: Pins, names: &[&str]) -> (Vec<Pins>, bool) {
        let mut free: Vec<(usize, Lit)> = Vec::new();
        for name in names {
            let Some(index) = self.index.get(name).copied() else { continue };
            let Some(lit) = self.lits.get(index).copied() else { continue };
            if self.value(pins, name).is_none() && !free.contains(&(index, lit)) {
                free.push((index, lit));
            }
        }
        if free.is_empty() {
            return (vec![pins], true);
        }
        let state = self.state(pins);
        let lits: Vec<Lit> = free.iter().map(|(_, lit)| *lit).collect();
        let scenarios = self.solver.scenarios(&self.literals(&state, |_| true), &lits, LIMIT);
        let worlds = scenarios.rows.iter().filter_map(|row| {
            let mut state = state.clone();
            for ((index, _), holds) in free.iter().zip(row) {
                if let Some(slot) = state.get_mut(*index) {
                    *slot = Some(Pin { holds: *holds, hold: Hold::Assumed });
                }
            }
            self.number(state, true)
        });
        (worlds.collect(), scenarios.complete)
    }

    /// Whether a question was ever given up for its cost; its answer was then "possible".
    pub fn exhausted(&self) -> bool {
        self.solver.exhausted()
    }

    fn state(&self, pins: Pins) -> State {
        self.known.borrow().states.get(pins.0 as usize).cloned().unwrap_or_default()
    }

    fn number(&self, state: State, possible: bool) -> Option<Pins> {
        let mut known = self.known.borrow_mut();
        if let Some(number) = known.numbers.get(&state) {
            return *number;
        }
        let number = u32::try_from(known.states.len()).ok().filter(|_| possible).map(Pins);
        if number.is_some() {
            known.states.push(state.clone());
        }
        known.numbers.insert(state, number);
        number
    }

    fn literals(&self, state: &State, which: impl Fn(&Pin) -> bool) -> Vec<Lit> {
        let pinned = self.lits.iter().zip(state.iter());
        pinned.filter_map(|(lit, pin)| pin.filter(|pin| which(pin)).map(|pin| lit.when(pin.holds))).collect()
    }
}

fn owned(pins: &[(&str, bool)]) -> Vec<(String, bool)> {
    pins.iter().map(|(name, holds)| ((*name).to_owned(), *holds)).collect()
}

impl fmt::Display for Unsatisfiable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str| {
            let mut text = "condition ".to_owned();
            quote(&mut text, name);
            text
        };
        let python = |value: bool| if value { "True" } else { "False" };
        f.write_str("When setting ")?;
        for (place, (name, holds)) in self.wanted.iter().enumerate() {
            write!(f, "{}{} to {}", if place == 0 { "" } else { ", and " }, named(name), python(*holds))?;
            if let Some((_, now)) = self.held.iter().find(|(held, now)| held == name && now != holds) {
                write!(f, " from current status {}", python(*now))?;
            }
        }
        let others = self.held.iter().filter(|(name, _)| self.wanted.iter().all(|(wanted, _)| wanted != name));
        for (place, (name, holds)) in others.enumerate() {
            f.write_str(if place == 0 { ". Where existing status for " } else { " and " })?;
            write!(f, "{} is {}", named(name), python(*holds))?;
        }
        Ok(())
    }
}

/// Lists and dates as sides make an `Fn::Equals` malformed.
fn sided(expression: &Expression<'_>) -> bool {
    let mut equals = Vec::new();
    expression.equals(&mut equals);
    let fine = |node: Node<'_>| !matches!(node.value, Value::List(_) | Value::Date(_));
    equals.into_iter().all(|(first, second)| fine(first) && fine(second))
}

/// `AllowedValues` that is no list stops the reference from reading any condition.
fn readable(template: Node<'_>) -> bool {
    let parameters = template.get("Parameters").and_then(|p| p.as_map()).unwrap_or_default();
    parameters.iter().all(|entry| match plain(entry.value) {
        Some(allowed) => match allowed.value {
            Value::List(_) | Value::Map(_) | Value::Null | Value::Bool(false) | Value::Int(0) | Value::Str("") => true,
            Value::Float(number) => number == 0.0,
            _ => false,
        },
        None => true,
    })
}

/// `AllowedValues` of a parameter whose values are its own: no list type, no name of an SSM parameter.
fn plain(parameter: Node<'_>) -> Option<Node<'_>> {
    let kind = parameter.get("Type")?.as_str()?;
    let listed = kind == "CommaDelimitedList" || kind.starts_with("List<");
    if listed || kind.starts_with("AWS::SSM::Parameter::") { None } else { parameter.get("AllowedValues") }
}

#[derive(Default)]
struct Axioms {
    clauses: Clauses,
    named: HashMap<String, u32>,
    atoms: HashMap<String, u32>,
    /// Comparisons of a parameter (its `Ref`'s identity) with a literal, in the order they were met.
    literals: Vec<(String, String, u32)>,
}

impl Axioms {
    fn named(&mut self, name: &str) -> u32 {
        if let Some(variable) = self.named.get(name) {
            return *variable;
        }
        let variable = self.clauses.variable();
        self.named.insert(name.to_owned(), variable);
        variable
    }

    fn atom(&mut self, key: String) -> u32 {
        *self.atoms.entry(key).or_insert_with(|| self.clauses.variable())
    }

    fn formula(&mut self, expression: &Expression<'_>) -> Formula {
        match expression {
            Expression::Named(name) => Formula::Variable(self.named(name)),
            Expression::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Expression::All(parts) => Formula::All(parts.iter().map(|part| self.formula(part)).collect()),
            Expression::Any(parts) => Formula::Any(parts.iter().map(|part| self.formula(part)).collect()),
            Expression::Equals(first, second) => {
                let (left, right) = if swapped(*first, *second) { (*second, *first) } else { (*first, *second) };
                let atom = self.atom(format!("{} = {}", identity(left), identity(right)));
                if !matches!(left.value, Value::Map(_) | Value::Null) && function(right).is_some() {
                    self.literals.push((identity(right), text(left), atom));
                }
                Formula::Variable(atom)
            }
        }
    }

    /// Literals exclude each other for a parameter with `AllowedValues`; where they are all of these, one holds.
    fn parameters(&mut self, template: Node<'_>) {
        for entry in template.get("Parameters").and_then(|p| p.as_map()).unwrap_or_default() {
            let (Some(name), Some(kind)) = (entry.key.as_str(), entry.value.get("Type").and_then(|t| t.as_str()))
            else {
                continue;
            };
            let Some(allowed) = entry.value.get("AllowedValues").and_then(|a| a.as_list()) else { continue };
            if allowed.is_empty() || kind.starts_with("AWS::SSM::Parameter::") {
                continue;
            }
            let parameter = super::identity::reference(name);
            let mut compared: Vec<(&str, u32)> = Vec::new();
            for (_, literal, atom) in self.literals.iter().filter(|(of, ..)| *of == parameter) {
                for (other, before) in &compared {
                    if other != literal {
                        self.clauses.exclude(*atom, *before);
                    }
                }
                if !compared.contains(&(literal, *atom)) {
                    compared.push((literal, *atom));
                }
            }
            let literal = |value: &Node<'_>| compared.iter().any(|(text, _)| value.as_str() == Some(text));
            let mut left: Vec<&Node<'_>> = allowed.iter().collect();
            for (text, _) in &compared {
                if let Some(index) = left.iter().position(|value| value.as_str() == Some(text)) {
                    left.remove(index);
                }
            }
            if plain(entry.value).is_some() && left.is_empty() && allowed.iter().all(literal) {
                let any = compared.iter().map(|(_, atom)| Formula::Variable(*atom)).collect();
                self.clauses.demand(&Formula::Any(any));
            }
        }
    }
}
