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

/// A set of conditions pinned to values: an index into [`Worlds`]. Equal for equal pins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct World(u32);

impl World {
    /// Nothing is pinned.
    pub const ANY: World = World(0);
}

/// Why a condition is pinned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The template says so: a resource's `Condition`, the branch of an `Fn::If`.
    Fact,
    /// It is one of the scenarios being gone through.
    Assumed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pin {
    value: bool,
    basis: Basis,
}

type Pins = Box<[Option<Pin>]>;

/// The conditions of a template, and the worlds met so far.
#[derive(Debug)]
pub struct Worlds<'a> {
    names: Vec<&'a str>,
    by_name: HashMap<&'a str, usize>,
    /// By condition.
    lits: Vec<Lit>,
    solver: Solver,
    known: RefCell<Known>,
}

#[derive(Debug)]
struct Known {
    pins: Vec<Pins>,
    numbers: HashMap<Pins, World>,
    steps: HashMap<(World, usize, Pin), Option<World>>,
}

/// A condition was pinned to a value that it cannot have. `Display` gives the reference's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict<'a> {
    /// What was pinned.
    pub name: &'a str,
    /// To what.
    pub value: bool,
    /// To what it was pinned already.
    pub from: Option<bool>,
    /// What else is pinned, in the order of definition.
    pub existing: Vec<(&'a str, bool)>,
}

impl<'a> Worlds<'a> {
    /// Reads `Conditions` and `Parameters` of a template.
    pub fn new(template: Node<'a>) -> Worlds<'a> {
        let conditions = template.get("Conditions").filter(|_| readable(template));
        let entries = conditions.and_then(|c| c.as_map()).unwrap_or_default();
        let mut axioms = Axioms::default();
        let mut worlds = (Vec::new(), HashMap::new());
        let mut read = Vec::new();
        for entry in entries {
            let Some(name) = entry.key.as_str() else { continue };
            if worlds.1.insert(name, worlds.0.len()).is_none() {
                worlds.0.push(name);
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
        let lits = read.iter().map(|(variable, _)| Lit::positive(*variable)).collect();
        let nothing: Pins = vec![None; worlds.0.len()].into();
        Worlds {
            names: worlds.0,
            by_name: worlds.1,
            lits,
            solver: Solver::new(axioms.clauses),
            known: RefCell::new(Known {
                numbers: HashMap::from([(nothing.clone(), World::ANY)]),
                pins: vec![nothing],
                steps: HashMap::new(),
            }),
        }
    }

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The conditions in the order of their definition.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// To what a condition is pinned.
    pub fn status(&self, world: World, name: &str) -> Option<bool> {
        let index = *self.by_name.get(name)?;
        self.known.borrow().pin(world, index).map(|pin| pin.value)
    }

    /// All that is pinned, in the order of definition.
    pub fn statuses(&self, world: World) -> Vec<(&'a str, bool)> {
        let known = self.known.borrow();
        let all = self.names.iter().enumerate();
        all.filter_map(|(index, name)| Some((*name, known.pin(world, index)?.value))).collect()
    }

    /// Pins a condition. `None` where it cannot have the value in this world; see [`Worlds::conflict`] for why.
    /// A name that is no condition changes nothing.
    pub fn pin(&self, world: World, name: &str, value: bool, basis: Basis) -> Option<World> {
        let Some(index) = self.by_name.get(name).copied() else { return Some(world) };
        let pin = Pin { value, basis };
        let mut known = self.known.borrow_mut();
        match known.pin(world, index) {
            Some(pinned) if pinned.value == value => return Some(world),
            Some(_) => return None,
            None => {}
        }
        if let Some(step) = known.steps.get(&(world, index, pin)) {
            return *step;
        }
        let mut pins = known.pins.get(world.0 as usize).cloned().unwrap_or_default();
        if let Some(slot) = pins.get_mut(index) {
            *slot = Some(pin);
        }
        let possible = self.solver.satisfiable(self.pinned(&pins, |_| true));
        let next = possible.then(|| known.number(pins));
        known.steps.insert((world, index, pin), next);
        next
    }

    /// Why [`Worlds::pin`] said no.
    pub fn conflict(&self, world: World, name: &'a str, value: bool) -> Conflict<'a> {
        let mut existing = self.statuses(world);
        existing.retain(|(other, _)| *other != name);
        Conflict { name, value, from: self.status(world, name), existing }
    }

    /// Whether the facts of a world, its assumptions aside, let a condition have a value.
    pub fn is_reachable(&self, world: World, name: &str, value: bool) -> bool {
        let Some(lit) = self.by_name.get(name).and_then(|index| self.lits.get(*index)) else { return true };
        let pins = self.known.borrow().pins.get(world.0 as usize).cloned().unwrap_or_default();
        let facts = self.pinned(&pins, |pin| pin.basis == Basis::Fact);
        self.solver.satisfiable(facts.into_iter().chain([lit.when(value)]))
    }

    /// The worlds in which each of `names` is pinned, true first; names that are no conditions are passed over.
    /// The flag says whether these are all.
    pub fn scenarios(&self, world: World, names: &[&str]) -> (Vec<World>, bool) {
        let mut free: Vec<(&str, Lit)> = Vec::new();
        for name in names {
            let Some(lit) = self.by_name.get(name).and_then(|index| self.lits.get(*index)) else { continue };
            if self.status(world, name).is_none() && !free.iter().any(|(known, _)| known == name) {
                free.push((name, *lit));
            }
        }
        if free.is_empty() {
            return (vec![world], true);
        }
        let pins = self.known.borrow().pins.get(world.0 as usize).cloned().unwrap_or_default();
        let lits: Vec<Lit> = free.iter().map(|(_, lit)| *lit).collect();
        let scenarios = self.solver.scenarios(&self.pinned(&pins, |_| true), &lits, LIMIT);
        let mut known = self.known.borrow_mut();
        let worlds = scenarios.rows.iter().map(|row| {
            let mut pins = pins.clone();
            for ((name, _), value) in free.iter().zip(row) {
                if let Some(slot) = self.by_name.get(name).and_then(|index| pins.get_mut(*index)) {
                    *slot = Some(Pin { value: *value, basis: Basis::Assumed });
                }
            }
            known.number(pins)
        });
        (worlds.collect(), scenarios.complete)
    }

    /// Whether a question was ever given up for its cost; its answer was then "possible".
    pub fn exhausted(&self) -> bool {
        self.solver.exhausted()
    }

    fn pinned(&self, pins: &Pins, which: impl Fn(&Pin) -> bool) -> Vec<Lit> {
        let pinned = self.lits.iter().zip(pins.iter());
        pinned.filter_map(|(lit, pin)| pin.filter(|pin| which(pin)).map(|pin| lit.when(pin.value))).collect()
    }
}

impl Known {
    fn pin(&self, world: World, index: usize) -> Option<Pin> {
        self.pins.get(world.0 as usize).and_then(|pins| pins.get(index)).copied().flatten()
    }

    fn number(&mut self, pins: Pins) -> World {
        if let Some(world) = self.numbers.get(&pins) {
            return *world;
        }
        let world = World(u32::try_from(self.pins.len()).unwrap_or(u32::MAX));
        self.pins.push(pins.clone());
        self.numbers.insert(pins, world);
        world
    }
}

impl fmt::Display for Conflict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |name: &str| {
            let mut text = String::new();
            quote(&mut text, name);
            text
        };
        let python = |value: bool| if value { "True" } else { "False" };
        write!(f, "When setting condition {} to {}", quoted(self.name), python(self.value))?;
        if let Some(from) = self.from.filter(|from| *from != self.value) {
            write!(f, " from current status {}", python(from))?;
        }
        for (index, (name, value)) in self.existing.iter().enumerate() {
            f.write_str(if index == 0 { ". Where existing status for " } else { " and " })?;
            write!(f, "condition {} is {}", quoted(name), python(*value))?;
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
