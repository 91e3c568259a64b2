//! What is true of a template's conditions as a whole: scenarios of a resource's properties, implications.
//!
//! Source of the axioms: cfn-lint 1.58.0, `conditions`: two comparisons with one parameter never hold together, a
//! literal outside `AllowedValues` never does, all of `AllowedValues` compared means that one does, and `Rules` hold.

use std::cell::Cell;
use std::collections::HashMap;

use cfn_warden_syntax::Node;

use super::axioms::Builder;
use super::identity::reference;
use super::sat::Lit;
use super::solver::{LIMIT, Solutions, Solver};

/// The conditions of a template that are well formed, and what is known of them.
#[derive(Debug)]
pub struct Logic<'a> {
    pub(super) by_name: HashMap<&'a str, Condition>,
    pub(super) equals: Vec<Equals>,
    pub(super) solver: Solver,
    pub(super) ruled: bool,
    pub(super) cut: Cell<bool>,
    /// Whether a condition was not read because it names others too deeply.
    pub(super) deep: bool,
}

#[derive(Debug)]
pub(super) struct Condition {
    pub(super) lit: Lit,
    /// The comparisons that it comes down to: indices, each once.
    pub(super) equals: Vec<usize>,
}

/// A comparison.
#[derive(Debug)]
pub(super) struct Equals {
    pub(super) sides: [Side; 2],
    /// Known whatever holds.
    pub(super) fixed: Option<bool>,
    pub(super) variable: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Side {
    Literal(String),
    /// A map, by its identity; whether it is a `Ref`.
    Value(String, bool),
}

/// Whether a parameter's value fits some pinned conditions cannot be said: they compare something other than a `Ref`,
/// or are no conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecidable;

impl<'a> Logic<'a> {
    /// Reads `Conditions`, `Parameters` and `Rules` of a template.
    pub fn of(template: Node<'a>) -> Logic<'a> {
        Builder::default().build(template)
    }

    /// Whether a name is a well-formed condition.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether a condition is true whenever the scenario holds. True where a name is not known.
    pub fn implies(&self, scenario: &[(&str, bool)], implied: &str) -> bool {
        if scenario.iter().any(|(name, value)| *name == implied && !value) {
            return false;
        }
        let Some(implied) = self.by_name.get(implied) else { return true };
        let mut lits = Vec::with_capacity(scenario.len() + 1);
        for (name, value) in scenario {
            let Some(condition) = self.by_name.get(name) else { return true };
            lits.push(condition.lit.when(*value));
        }
        lits.push(implied.lit.negated());
        !self.solver.satisfiable(lits)
    }

    /// The assignments of these conditions that can hold, those with a value pinned to it. None where a name that is
    /// not pinned is not known.
    pub fn scenarios(&self, wanted: &[(&str, Option<bool>)]) -> Solutions {
        let none = Solutions { rows: Vec::new(), complete: true };
        if wanted.is_empty() {
            return none;
        }
        let (mut pinned, mut free, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (name, value) in wanted {
            match (self.by_name.get(name), value) {
                (Some(condition), Some(value)) => {
                    pinned.push(condition.lit.when(*value));
                    places.push(Err(*value));
                }
                (Some(condition), None) => {
                    places.push(Ok(free.len()));
                    free.push(condition.lit);
                }
                (None, _) => return none,
            }
        }
        let found = self.solver.scenarios(&pinned, &free, LIMIT);
        let value = |row: &[bool], place: &Result<usize, bool>| match place {
            Ok(index) => row.get(*index).copied().unwrap_or_default(),
            Err(value) => *value,
        };
        let rows = found.rows.iter().map(|row| places.iter().map(|place| value(row, place)).collect()).collect();
        Solutions { rows, complete: found.complete }
    }

    /// Whether pinned conditions can hold while parameters have these values (`None`: a value that is no text).
    pub fn possible(&self, pinned: &[(&str, bool)], values: &[(&str, Option<&str>)]) -> Result<bool, Undecidable> {
        let mut lits = Vec::new();
        for (name, value) in pinned {
            let condition = self.by_name.get(name).ok_or(Undecidable)?;
            for equals in condition.equals.iter().filter_map(|index| self.equals.get(*index)) {
                if !values.is_empty() && equals.sides.iter().any(|side| matches!(side, Side::Value(_, false))) {
                    return Err(Undecidable);
                }
                let Some(holds) = values.iter().rev().find_map(|(name, value)| equals.test(name, *value)) else {
                    continue;
                };
                if equals.fixed.is_none() {
                    lits.push(Lit::positive(equals.variable).when(holds));
                }
                lits.push(condition.lit.when(*value));
            }
        }
        Ok(if lits.is_empty() && !self.ruled { true } else { self.solver.satisfiable(lits) })
    }

    /// Whether an object had more scenarios than were looked at.
    pub fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Says that an object has more scenarios than are looked at.
    pub fn cut(&self) {
        self.cut.set(true);
    }

    /// Whether a question was ever given up for its cost, or a condition for its depth; the answer was then "possible".
    pub fn exhausted(&self) -> bool {
        self.deep || self.solver.exhausted()
    }
}

impl Equals {
    /// Whether it holds when a parameter has a value; `None` where it does not name the parameter.
    fn test(&self, parameter: &str, value: Option<&str>) -> Option<bool> {
        let parameter = reference(parameter);
        let named = |side: &Side| matches!(side, Side::Value(of, _) if *of == parameter);
        let [left, right] = &self.sides;
        let other = if named(left) {
            right
        } else if named(right) {
            left
        } else {
            return None;
        };
        Some(matches!(other, Side::Literal(text) if value == Some(text)))
    }
}
