//! Facts about a template's conditions as a whole: scenarios of a resource's properties, implications.
//!
//! Source of the axioms: cfn-lint 1.58.0, `conditions`: two comparisons of one parameter are never both true, a
//! comparison with a literal outside `AllowedValues` is never true, if all of `AllowedValues` are compared one
//! comparison is true, and all `Rules` are true.

use std::cell::Cell;
use std::collections::HashMap;

use super::identity::reference;
use super::sat::Lit;
use super::solver::{LIMIT, Solutions, Solver};

/// The well-formed conditions of a template and their solver.
#[derive(Debug)]
pub struct Logic<'a> {
    pub(super) by_name: HashMap<&'a str, Condition>,
    pub(super) equals: Vec<Equals>,
    pub(super) solver: Solver,
    pub(super) ruled: bool,
    pub(super) cut: Cell<bool>,
    /// Whether a condition was ignored because its references are too deep.
    pub(super) deep: bool,
}

#[derive(Debug)]
pub(super) struct Condition {
    pub(super) lit: Lit,
    /// The distinct comparisons that the condition depends on, as indices.
    pub(super) equals: Vec<usize>,
}

/// A comparison.
#[derive(Debug)]
pub(super) struct Equals {
    pub(super) sides: [Side; 2],
    /// The constant value of the comparison, if it has one.
    pub(super) fixed: Option<bool>,
    pub(super) variable: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Side {
    Literal(String),
    /// The identity of a map, and whether it is a `Ref`.
    Value(String, bool),
}

/// Whether a parameter value satisfies the pinned conditions cannot be decided: they compare something other than a
/// `Ref`, or are not conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecidable;

impl<'a> Logic<'a> {
    /// Whether a name is a well-formed condition.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether a condition is true whenever the scenario is. True if a name is unknown.
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

    /// Returns the satisfying assignments of these conditions, with the given values fixed. Empty if a name without a
    /// fixed value is unknown.
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

    /// Whether the pinned conditions are satisfiable while parameters have these values (`None` for a value that is not
    /// a string).
    ///
    /// # Errors
    /// Returns [`Undecidable`] if the conditions do not depend on parameter values alone.
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

    /// Whether an object had more scenarios than were enumerated.
    pub fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Records that an object has more scenarios than were enumerated.
    pub fn cut(&self) {
        self.cut.set(true);
    }

    /// Whether a budget was exhausted or a condition was too deep, so that an answer defaulted to "possible".
    pub fn exhausted(&self) -> bool {
        self.deep || self.solver.exhausted()
    }
}

impl Equals {
    /// Evaluates the comparison for a value of a parameter; `None` if it does not depend on the parameter.
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
