//! Boolean formulas and their conversion to clauses of linear size (Tseitin encoding).

use super::sat::Lit;

/// A boolean expression over variables.
#[derive(Debug, Clone)]
pub enum Formula {
    /// A constant.
    Constant(bool),
    /// A variable.
    Variable(u32),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction; true if empty.
    All(Vec<Formula>),
    /// Disjunction; false if empty.
    Any(Vec<Formula>),
}

/// A set of clauses under construction.
#[derive(Debug, Default)]
pub struct Clauses {
    /// The number of variables.
    pub variables: u32,
    /// The clauses, each a disjunction of literals.
    pub list: Vec<Vec<Lit>>,
}

/// The encoding of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Constant(bool),
    Literal(Lit),
}

impl Clauses {
    /// Returns a new variable.
    pub fn variable(&mut self) -> u32 {
        let variable = self.variables;
        self.variables = self.variables.saturating_add(1);
        variable
    }

    /// Adds the constraint that the variables are not both true.
    pub fn exclude(&mut self, a: u32, b: u32) {
        self.list.push(vec![Lit::positive(a).negated(), Lit::positive(b).negated()]);
    }

    /// Adds the constraint that a formula is true.
    pub fn demand(&mut self, formula: &Formula) {
        match self.value(formula) {
            Value::Constant(true) => {}
            Value::Constant(false) => self.list.push(Vec::new()),
            Value::Literal(lit) => self.list.push(vec![lit]),
        }
    }

    /// Adds the constraint that a variable equals a formula.
    pub fn define(&mut self, variable: u32, formula: &Formula) {
        let own = Lit::positive(variable);
        match self.value(formula) {
            Value::Constant(value) => self.list.push(vec![own.when(value)]),
            Value::Literal(lit) => {
                self.list.push(vec![own.negated(), lit]);
                self.list.push(vec![own, lit.negated()]);
            }
        }
    }

    fn value(&mut self, formula: &Formula) -> Value {
        match formula {
            Formula::Constant(value) => Value::Constant(*value),
            Formula::Variable(variable) => Value::Literal(Lit::positive(*variable)),
            Formula::Not(inner) => match self.value(inner) {
                Value::Constant(value) => Value::Constant(!value),
                Value::Literal(lit) => Value::Literal(lit.negated()),
            },
            Formula::All(parts) => self.gate(parts, true),
            Formula::Any(parts) => self.gate(parts, false),
        }
    }

    /// Returns a variable for the conjunction (`all`) or disjunction of the parts.
    fn gate(&mut self, parts: &[Formula], all: bool) -> Value {
        let mut inputs = Vec::with_capacity(parts.len());
        for part in parts {
            match self.value(part) {
                Value::Constant(value) if value == all => {}
                Value::Constant(value) => return Value::Constant(value),
                Value::Literal(lit) => inputs.push(lit),
            }
        }
        match inputs.as_slice() {
            [] => Value::Constant(all),
            [only] => Value::Literal(*only),
            _ => {
                let own = Lit::positive(self.variable());
                let mut whole = vec![own.when(all)];
                for lit in inputs {
                    self.list.push(vec![own.when(!all), lit.when(all)]);
                    whole.push(lit.when(!all));
                }
                self.list.push(whole);
                Value::Literal(own)
            }
        }
    }
}
