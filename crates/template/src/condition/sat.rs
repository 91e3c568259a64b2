//! A satisfiability solver: DPLL with unit propagation, for one connected component at a time.

/// A variable: its index in the set of clauses that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    pub(super) fn new(index: usize) -> Variable {
        debug_assert!(index < 1 << 31, "a literal has one bit for its sign");
        Variable(index as u32)
    }

    /// Returns the index of the variable.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A literal, a variable or its negation: `variable * 2`, plus one if negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Returns the positive literal of a variable.
    pub fn positive(variable: Variable) -> Lit {
        Lit(variable.0 << 1)
    }

    /// Returns the literal, or its negation if `value` is false.
    pub fn when(self, value: bool) -> Lit {
        if value { self } else { self.negated() }
    }

    /// Returns the negation.
    pub fn negated(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    /// Returns the variable.
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    pub(super) fn value(self) -> bool {
        self.0 & 1 == 0
    }
}

/// The result of solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A satisfying assignment exists.
    Satisfiable,
    /// No satisfying assignment exists.
    Unsatisfiable,
    /// The step budget was exhausted before the result was known.
    Unknown,
}

/// The maximum number of clauses visited per query.
pub const STEPS: u32 = 400_000;

/// Clauses over variables `0..variables`.
#[derive(Debug, Default)]
pub struct Problem {
    clauses: Vec<Vec<Lit>>,
    /// By variable: the clauses that contain it.
    occurrences: Vec<Vec<u32>>,
}

impl Problem {
    /// Returns a problem with `variables` variables. The clauses have no others.
    pub fn new(variables: usize, clauses: Vec<Vec<Lit>>) -> Problem {
        let mut occurrences = vec![Vec::new(); variables];
        for (index, clause) in (0..).zip(&clauses) {
            for lit in clause {
                match occurrences.get_mut(lit.variable().index()) {
                    Some(list) => list.push(index),
                    None => debug_assert!(false, "{lit:?} is not one of {variables} variables"),
                }
            }
        }
        Problem {
            clauses,
            occurrences,
        }
    }

    /// Returns whether the clauses are satisfiable together with `assumed`, and the number of visited clauses, at most
    /// `steps`. A literal of another problem makes the answer unknown.
    pub fn solve(&self, assumed: &[Lit], steps: u32) -> (Answer, u32) {
        let is_own = assumed
            .iter()
            .all(|lit| lit.variable().index() < self.occurrences.len());
        debug_assert!(is_own, "{assumed:?} are not literals of this problem");
        if steps == 0 || !is_own {
            return (Answer::Unknown, 0);
        }
        let values = vec![None; self.occurrences.len()];
        let mut search = Search {
            problem: self,
            values,
            trail: Vec::new(),
            done: 0,
            steps,
        };
        (search.run(assumed), steps - search.steps)
    }
}

struct Search<'p> {
    problem: &'p Problem,
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// The number of trail entries that were propagated.
    done: usize,
    steps: u32,
}

/// A decision: the trail length before it, and the first value tried.
struct Choice {
    mark: usize,
    lit: Lit,
    flipped: bool,
}

impl Search<'_> {
    fn run(&mut self, assumed: &[Lit]) -> Answer {
        for clause in &self.problem.clauses {
            match clause.as_slice() {
                [] => return Answer::Unsatisfiable,
                [only] if !self.assign(*only) => return Answer::Unsatisfiable,
                _ => {}
            }
        }
        if !assumed.iter().all(|lit| self.assign(*lit)) || !self.propagate() {
            return self.verdict(Answer::Unsatisfiable);
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut next = 0;
        loop {
            if self.steps == 0 {
                return Answer::Unknown;
            }
            while self.values.get(next).is_some_and(Option::is_some) {
                next += 1;
            }
            if next >= self.values.len() {
                return Answer::Satisfiable;
            }
            // Tries false first, because most atoms exclude each other.
            let lit = Lit::positive(Variable::new(next)).negated();
            choices.push(Choice {
                mark: self.trail.len(),
                lit,
                flipped: false,
            });
            let mut fine = self.assign(lit) && self.propagate();
            while !fine {
                if self.steps == 0 {
                    return Answer::Unknown;
                }
                let Some(choice) = choices.last_mut() else {
                    return Answer::Unsatisfiable;
                };
                let mark = choice.mark;
                if choice.flipped {
                    choices.pop();
                    self.undo(mark);
                    continue;
                }
                choice.flipped = true;
                let other = choice.lit.negated();
                self.undo(mark);
                fine = self.assign(other) && self.propagate();
            }
            next = 0;
        }
    }

    fn verdict(&self, answer: Answer) -> Answer {
        if self.steps == 0 {
            Answer::Unknown
        } else {
            answer
        }
    }

    fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            if let Some(slot) = self.values.get_mut(lit.variable().index()) {
                *slot = None;
            }
        }
        self.done = mark;
    }

    /// Assigns a literal; returns false if the variable already has the opposite value.
    fn assign(&mut self, lit: Lit) -> bool {
        match self.values.get_mut(lit.variable().index()) {
            Some(slot @ None) => {
                *slot = Some(lit.value());
                self.trail.push(lit);
                true
            }
            Some(Some(value)) => *value == lit.value(),
            None => {
                debug_assert!(false, "{lit:?} is not a literal of this problem");
                true
            }
        }
    }

    /// Propagates the trail; returns false on a contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(lit) = self.trail.get(self.done).copied() {
            self.done += 1;
            let Some(clauses) = self.problem.occurrences.get(lit.variable().index()) else {
                continue;
            };
            for index in clauses {
                let Some(clause) = self.problem.clauses.get(*index as usize) else {
                    continue;
                };
                self.steps -= 1;
                if self.steps == 0 {
                    return false;
                }
                match self.unit(clause) {
                    Unit::Satisfied | Unit::Open => {}
                    Unit::Conflict => return false,
                    Unit::Forced(forced) => {
                        if !self.assign(forced) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    fn unit(&self, clause: &[Lit]) -> Unit {
        let mut open = None;
        for lit in clause {
            match self.values.get(lit.variable().index()).copied().flatten() {
                Some(value) if value == lit.value() => return Unit::Satisfied,
                Some(_) => {}
                None if open.is_some_and(|other| other != *lit) => return Unit::Open,
                None => open = Some(*lit),
            }
        }
        open.map_or(Unit::Conflict, Unit::Forced)
    }
}

enum Unit {
    Satisfied,
    Open,
    Conflict,
    Forced(Lit),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::positive(Variable::new(number.unsigned_abs() as usize - 1)).when(number > 0)
    }

    fn problem(variables: usize, clauses: &[&[i32]]) -> Problem {
        Problem::new(
            variables,
            clauses
                .iter()
                .map(|c| c.iter().map(|n| lit(*n)).collect())
                .collect(),
        )
    }

    #[test]
    fn agrees_with_the_truth_table() {
        let mut state = 7u32;
        let mut random = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound
        };
        let (mut yes, mut no) = (0, 0);
        for _ in 0..400 {
            let clauses: Vec<Vec<Lit>> = (0..random(22))
                .map(|_| {
                    (0..=random(3))
                        .map(|_| {
                            Lit::positive(Variable::new(random(5) as usize)).when(random(2) == 0)
                        })
                        .collect()
                })
                .collect();
            let table = (0..32u32).any(|row| {
                clauses.iter().all(|c| {
                    c.iter()
                        .any(|l| (row >> l.variable().index() & 1 == 1) == l.value())
                })
            });
            let (answer, _) = Problem::new(5, clauses).solve(&[], STEPS);
            assert_eq!(answer == Answer::Satisfiable, table);
            if table { yes += 1 } else { no += 1 }
        }
        assert!(
            yes > 50 && no > 50,
            "both outcomes were tried: {yes} and {no}"
        );
    }

    #[test]
    fn a_hard_problem_ends_in_unknown() {
        // The pigeonhole principle: 12 pigeons, 11 holes.
        let (pigeons, holes) = (12i32, 11i32);
        let mut clauses: Vec<Vec<i32>> = (0..pigeons)
            .map(|p| (1..=holes).map(|h| p * holes + h).collect())
            .collect();
        for h in 1..=holes {
            for p in 0..pigeons {
                for q in 0..p {
                    clauses.push(vec![-(p * holes + h), -(q * holes + h)]);
                }
            }
        }
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        assert_eq!(
            problem(132, &clauses).solve(&[], STEPS),
            (Answer::Unknown, STEPS)
        );
    }
}
