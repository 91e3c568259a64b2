//! Clauses, and the conversion of boolean formulas to clauses of linear size (Tseitin encoding).

use super::sat::{Lit, Variable};

/// The truth of a formula: a literal that the clauses define, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// A constant.
    Constant(bool),
    /// A literal.
    Literal(Lit),
}

/// A set of clauses under construction.
#[derive(Debug, Default)]
pub struct Clauses {
    /// The number of variables.
    pub variables: usize,
    /// The clauses, each a disjunction of literals.
    pub list: Vec<Vec<Lit>>,
}

impl Truth {
    /// Returns the truth, or its negation if `value` is false.
    pub fn when(self, value: bool) -> Truth {
        match self {
            Truth::Constant(own) => Truth::Constant(own == value),
            Truth::Literal(lit) => Truth::Literal(lit.when(value)),
        }
    }

    /// Returns the negation.
    pub fn negated(self) -> Truth {
        self.when(false)
    }
}

impl Clauses {
    /// Returns a new variable.
    pub fn variable(&mut self) -> Variable {
        let variable = Variable::new(self.variables);
        self.variables += 1;
        variable
    }

    /// Adds the constraint that at least one part is true.
    pub fn demand_any(&mut self, parts: impl IntoIterator<Item = Truth>) {
        self.list.extend(clause(parts));
    }

    /// Adds the constraint that a literal equals a formula.
    pub fn define(&mut self, lit: Lit, formula: Truth) {
        let own = Truth::Literal(lit);
        self.demand_any([own.negated(), formula]);
        self.demand_any([own, formula.negated()]);
    }

    /// Returns the conjunction of the parts; true if there are none.
    pub fn all(&mut self, parts: impl IntoIterator<Item = Truth>) -> Truth {
        self.gate(parts, true)
    }

    /// Returns the disjunction of the parts; false if there are none.
    pub fn any(&mut self, parts: impl IntoIterator<Item = Truth>) -> Truth {
        self.gate(parts, false)
    }

    /// A conjunction is the negation of the disjunction of the negated parts.
    fn gate(&mut self, parts: impl IntoIterator<Item = Truth>, is_all: bool) -> Truth {
        let disjunction = match clause(parts.into_iter().map(|part| part.when(!is_all))).as_deref()
        {
            None => Truth::Constant(true),
            Some([]) => Truth::Constant(false),
            Some([only]) => Truth::Literal(*only),
            Some(parts) => {
                let own = Lit::positive(self.variable()).when(!is_all);
                self.list
                    .extend(parts.iter().map(|lit| vec![own, lit.negated()]));
                self.list.push([&[own.negated()], parts].concat());
                Truth::Literal(own)
            }
        };
        disjunction.when(!is_all)
    }
}

/// Returns the literals of a disjunction; `None` if a part is constantly true.
fn clause(parts: impl IntoIterator<Item = Truth>) -> Option<Vec<Lit>> {
    let open = parts
        .into_iter()
        .filter(|part| *part != Truth::Constant(false));
    open.map(|part| {
        if let Truth::Literal(lit) = part {
            Some(lit)
        } else {
            None
        }
    })
    .collect()
}
