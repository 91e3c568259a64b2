//! A solver for many conditions: splits the clauses into independent components, solves each separately and caches the
//! answers.

use std::cell::{Cell, RefCell};

use super::formula::Clauses;
use super::sat::{Answer, Lit, Problem, STEPS, Variable};
use cfn_warden_syntax::hash::HashMap;

/// The maximum number of assignments that are enumerated exhaustively; more are sampled. cfn-lint tries the first 128.
pub const LIMIT: usize = 128;

/// The maximum number of cached answers; the cache is then cleared.
const REMEMBERED: usize = 50_000;

/// Satisfying assignments of some conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// One value per requested condition, in their order; true first.
    pub rows: Vec<Vec<bool>>,
    /// Whether these are all assignments.
    pub complete: bool,
}

impl Default for Solutions {
    /// No assignments.
    fn default() -> Solutions {
        Solutions {
            rows: Vec::new(),
            complete: true,
        }
    }
}

/// Clauses, split into components that share no variable.
#[derive(Debug)]
pub struct Solver {
    /// By variable: its component, and its index in the component.
    place: Vec<(usize, Variable)>,
    components: Vec<Problem>,
    contradictory: bool,
    remembered: RefCell<HashMap<Vec<Lit>, bool>>,
    exhausted: Cell<bool>,
    /// The remaining step budget for all queries.
    left: Cell<u32>,
}

/// The maximum number of clauses visited per template; afterwards every query returns "unknown".
const STEPS_IN_ALL: u32 = 20 * STEPS;

impl Solver {
    /// Splits clauses into components.
    pub fn new(clauses: Clauses) -> Solver {
        let count = clauses.variables;
        let mut group: Vec<usize> = (0..count).collect();
        for clause in &clauses.list {
            let mut lits = clause.iter().map(|lit| lit.variable().index());
            if let Some(first) = lits.next() {
                let first = root(&mut group, first);
                for other in lits {
                    let other = root(&mut group, other);
                    if let Some(slot) = group.get_mut(other) {
                        *slot = first;
                    }
                }
            }
        }
        let mut number: HashMap<usize, usize> = HashMap::default();
        let mut parts: Vec<(usize, Vec<Vec<Lit>>)> = Vec::new();
        let mut place = Vec::with_capacity(count);
        for variable in 0..count {
            let component = *number
                .entry(root(&mut group, variable))
                .or_insert(parts.len());
            if component == parts.len() {
                parts.push((0, Vec::new()));
            }
            if let Some((size, _)) = parts.get_mut(component) {
                place.push((component, Variable::new(*size)));
                *size += 1;
            }
        }
        let mut contradictory = false;
        for clause in clauses.list {
            let mut component = None;
            let local = clause.into_iter().filter_map(|lit| {
                let (of, lit) = local(&place, lit)?;
                component = Some(of);
                Some(lit)
            });
            let local = local.collect();
            match component.and_then(|component| parts.get_mut(component)) {
                Some((_, clauses)) => clauses.push(local),
                None => contradictory = true,
            }
        }
        let components: Vec<Problem> = parts
            .into_iter()
            .map(|(size, clauses)| Problem::new(size, clauses))
            .collect();
        contradictory |= components
            .iter()
            .any(|component| component.solve(&[], STEPS).0 == Answer::Unsatisfiable);
        Solver {
            place,
            components,
            contradictory,
            remembered: RefCell::default(),
            exhausted: Cell::new(false),
            left: Cell::new(STEPS_IN_ALL),
        }
    }

    /// Whether the literals are satisfiable together. Undecided queries count as satisfiable; see
    /// [`Solver::exhausted`].
    pub fn satisfiable(&self, lits: impl IntoIterator<Item = Lit>) -> bool {
        let mut partial = Partial::new(self);
        !self.contradictory && lits.into_iter().all(|lit| partial.push(lit))
    }

    /// Whether one literal may determine the other: whether clauses connect them.
    pub fn related(&self, one: Lit, other: Lit) -> bool {
        let component = |lit: Lit| local(&self.place, lit).map(|(component, _)| component);
        component(one) == component(other)
    }

    /// Whether the step budget was ever exhausted before an answer was known.
    pub fn exhausted(&self) -> bool {
        self.exhausted.get()
    }

    /// Returns the satisfying assignments of `free` given `pinned`: all of them up to `limit`; otherwise a sample of
    /// `limit` in which any two or three conditions occur in all their combinations.
    pub fn scenarios(&self, pinned: &[Lit], free: &[Lit], limit: usize) -> Solutions {
        let mut partial = Partial::new(self);
        if self.contradictory || !pinned.iter().all(|lit| partial.push(*lit)) {
            return Solutions::default();
        }
        let mut rows = Vec::new();
        if partial.all(free, &mut Vec::new(), &mut rows, limit) {
            return Solutions {
                rows,
                complete: true,
            };
        }
        rows.clear();
        let mut random = 0x2545_F491_u32;
        for round in 0..limit {
            let row = partial.near(free, |_| match round {
                0 => true,
                1 => false,
                _ => {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    random >> 31 == 0
                }
            });
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        Solutions {
            rows,
            complete: false,
        }
    }

    /// Whether literals of one component are satisfiable together.
    fn ask(&self, mut lits: Vec<Lit>) -> bool {
        lits.sort_unstable();
        lits.dedup();
        if let Some(known) = self.remembered.borrow().get(&lits) {
            return *known;
        }
        let (mut problem, mut locals) = (None, Vec::with_capacity(lits.len()));
        for (component, lit) in lits.iter().filter_map(|lit| local(&self.place, *lit)) {
            problem = self.components.get(component);
            locals.push(lit);
        }
        let left = STEPS.min(self.left.get());
        let (answer, steps) =
            problem.map_or((Answer::Unknown, 0), |problem| problem.solve(&locals, left));
        self.left.set(self.left.get() - steps);
        if answer == Answer::Unknown {
            self.exhausted.set(true);
        }
        let possible = answer != Answer::Unsatisfiable;
        let mut remembered = self.remembered.borrow_mut();
        if remembered.len() >= REMEMBERED {
            remembered.clear();
        }
        remembered.insert(lits, possible);
        possible
    }
}

fn root(group: &mut [usize], mut at: usize) -> usize {
    while let Some(up) = group.get(at).copied().filter(|up| *up != at) {
        let above = group.get(up).copied().unwrap_or(up);
        if let Some(slot) = group.get_mut(at) {
            *slot = above;
        }
        at = above;
    }
    at
}

/// Returns the component of a literal, and the literal in that component.
fn local(place: &[(usize, Variable)], lit: Lit) -> Option<(usize, Lit)> {
    let found = place.get(lit.variable().index());
    debug_assert!(found.is_some(), "{lit:?} is not a literal of this solver");
    found.map(|(component, variable)| (*component, Lit::positive(*variable).when(lit.value())))
}

/// A partial assignment, by component.
struct Partial<'s> {
    solver: &'s Solver,
    /// By component; literals of another solver share `None`.
    chosen: HashMap<Option<usize>, Vec<Lit>>,
}

impl<'s> Partial<'s> {
    fn new(solver: &'s Solver) -> Partial<'s> {
        Partial {
            solver,
            chosen: HashMap::default(),
        }
    }

    fn component(&self, lit: Lit) -> Option<usize> {
        local(&self.solver.place, lit).map(|(component, _)| component)
    }

    /// Adds a literal if that is satisfiable.
    fn push(&mut self, lit: Lit) -> bool {
        let component = self.component(lit);
        let chosen = self.chosen.entry(component).or_default();
        chosen.push(lit);
        let possible = self.solver.ask(chosen.clone());
        if !possible {
            chosen.pop();
        }
        possible
    }

    fn pop(&mut self, lit: Lit) {
        let component = self.component(lit);
        if let Some(chosen) = self.chosen.get_mut(&component) {
            chosen.pop();
        }
    }

    /// Collects all assignments, true first; returns false if there are more than `limit`.
    fn all(
        &mut self,
        free: &[Lit],
        row: &mut Vec<bool>,
        rows: &mut Vec<Vec<bool>>,
        limit: usize,
    ) -> bool {
        // The recursion is one level per condition. More conditions than this have too many scenarios, unless nearly
        // all of them are determined.
        const DEEPEST: usize = 256;
        let Some((first, rest)) = free.split_first() else {
            if rows.len() >= limit {
                return false;
            }
            rows.push(row.clone());
            return true;
        };
        if row.len() >= DEEPEST {
            return false;
        }
        for value in [true, false] {
            let lit = first.when(value);
            if self.push(lit) {
                row.push(value);
                let fine = self.all(rest, row, rows, limit);
                row.pop();
                self.pop(lit);
                if !fine {
                    return false;
                }
            }
        }
        true
    }

    /// Returns one assignment in which each condition has the wished value if the previous ones allow it.
    fn near(&mut self, free: &[Lit], mut wish: impl FnMut(usize) -> bool) -> Vec<bool> {
        let mut row = Vec::with_capacity(free.len());
        for (index, lit) in free.iter().enumerate() {
            let wished = wish(index);
            let value = if self.push(lit.when(wished)) {
                wished
            } else {
                !wished
            };
            if value != wished {
                self.chosen
                    .entry(self.component(*lit))
                    .or_default()
                    .push(lit.when(value));
            }
            row.push(value);
        }
        for lit in free.iter().rev() {
            self.pop(*lit);
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::formula::Truth;

    #[test]
    fn sixty_independent_conditions_meet_in_all_pairs() {
        let mut clauses = Clauses::default();
        let free: Vec<Lit> = (0..60).map(|_| Lit::positive(clauses.variable())).collect();
        let scenarios = Solver::new(clauses).scenarios(&[], &free, LIMIT);
        assert!(!scenarios.complete);
        for a in 0..60 {
            for b in 0..a {
                for (x, y) in [(true, true), (true, false), (false, true), (false, false)] {
                    assert!(
                        scenarios.rows.iter().any(|row| row[a] == x && row[b] == y),
                        "{a} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_question_uses_up_steps() {
        let mut clauses = Clauses::default();
        let chain: Vec<Lit> = (0..20).map(|_| Lit::positive(clauses.variable())).collect();
        for pair in chain.windows(2) {
            clauses.demand_any([pair[0].negated(), pair[1]].map(Truth::Literal));
        }
        let solver = Solver::new(clauses);
        solver.left.set(50);
        assert!(chain.iter().all(|lit| solver.satisfiable([*lit])));
        assert!(solver.exhausted());
    }
}
