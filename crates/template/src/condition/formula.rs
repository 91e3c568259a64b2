//! Boolean formulas, and their encoding as clauses without growth (Tseitin).

use super::sat::Lit;

/// A boolean expression over variables.
#[derive(Debug, Clone)]
pub enum Formula {
    /// True or false whatever holds.
    Constant(bool),
    /// A variable.
    Variable(u32),
    /// The opposite.
    Not(Box<Formula>),
    /// All of these; true where there are none.
    All(Vec<Formula>),
    /// One of these; false where there are none.
    Any(Vec<Formula>),
}

/// Clauses under construction.
#[derive(Debug, Default)]
pub struct Clauses {
    /// How many variables there are.
    pub variables: u32,
    /// Each holds where one of its literals does.
    pub list: Vec<Vec<Lit>>,
}

/// What a formula came down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Constant(bool),
    Literal(Lit),
}

impl Clauses {
    /// A new variable.
    pub fn variable(&mut self) -> u32 {
        let variable = self.variables;
        self.variables = self.variables.saturating_add(1);
        variable
    }

    /// Demands that not both hold.
    pub fn exclude(&mut self, a: u32, b: u32) {
        self.list.push(vec![Lit::positive(a).negated(), Lit::positive(b).negated()]);
    }

    /// Demands a formula.
    pub fn demand(&mut self, formula: &Formula) {
        match self.value(formula) {
            Value::Constant(true) => {}
            Value::Constant(false) => self.list.push(Vec::new()),
            Value::Literal(lit) => self.list.push(vec![lit]),
        }
    }

    /// Demands that a variable be what a formula is.
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

    /// A variable for "all of these" (`all`) or "one of these".
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
