//! Interned sets of assumed conditions: equal sets have equal numbers.

use cfn_warden_syntax::hash::HashMap;
use std::cell::RefCell;

/// A set of assumed condition values: a number that [`Conditions`](super::Conditions) resolves. The default is the
/// empty set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Assumptions(u32);

/// The strength of an assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssumptionKind {
    /// The template requires it: a resource's `Condition`, the branch of an `Fn::If`.
    Fact,
    /// It belongs to a scenario under enumeration.
    Assumed,
}

/// The assumed value of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assumption {
    pub holds: bool,
    pub hold: AssumptionKind,
}

/// The assumed value of each condition, by index; one byte each, for fast comparison and hashing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct State(Box<[u8]>);

const HELD: u8 = 1;
const HOLDS: u8 = 2;
const FACT: u8 = 4;

impl State {
    /// Returns a state without assumptions, for `conditions` conditions.
    pub fn nothing(conditions: usize) -> State {
        State(vec![0; conditions].into())
    }

    pub fn get(&self, condition: usize) -> Option<Assumption> {
        self.0.get(condition).copied().and_then(pin)
    }

    pub fn set(&mut self, condition: usize, pin: Assumption) {
        if let Some(slot) = self.0.get_mut(condition) {
            let holds = if pin.holds { HOLDS } else { 0 };
            *slot = HELD
                | holds
                | if pin.hold == AssumptionKind::Fact {
                    FACT
                } else {
                    0
                };
        }
    }

    /// Returns the assumptions, by index of the condition.
    pub fn iter(&self) -> impl Iterator<Item = Option<Assumption>> + '_ {
        self.0.iter().map(|byte| pin(*byte))
    }
}

fn pin(byte: u8) -> Option<Assumption> {
    let hold = if byte & FACT != 0 {
        AssumptionKind::Fact
    } else {
        AssumptionKind::Assumed
    };
    (byte & HELD != 0).then_some(Assumption {
        holds: byte & HOLDS != 0,
        hold,
    })
}

/// The sets interned so far.
#[derive(Debug)]
pub(super) struct AssumptionSets(RefCell<Interned>);

#[derive(Debug)]
struct Interned {
    states: Vec<State>,
    /// `None` if the set is unsatisfiable.
    numbers: HashMap<State, Option<Assumptions>>,
    bytes: usize,
    full: bool,
}

/// The maximum number of bytes for the sets. Beyond it no assumptions are added, so that more scenarios count as
/// possible.
const MOST_BYTES: usize = 32 << 20;

impl AssumptionSets {
    /// Returns a table with the empty set, for `conditions` conditions.
    pub fn new(conditions: usize) -> AssumptionSets {
        let nothing = State::nothing(conditions);
        let numbers = [(nothing.clone(), Some(Assumptions(0)))]
            .into_iter()
            .collect();
        AssumptionSets(RefCell::new(Interned {
            states: vec![nothing],
            numbers,
            bytes: 0,
            full: false,
        }))
    }

    pub fn state(&self, assumptions: Assumptions) -> State {
        let interned = self.0.borrow();
        let state = interned.states.get(assumptions.0 as usize);
        debug_assert!(
            state.is_some(),
            "{assumptions:?} is a set of another template"
        );
        state.cloned().unwrap_or_default()
    }

    pub fn pin(&self, assumptions: Assumptions, condition: usize) -> Option<Assumption> {
        self.0
            .borrow()
            .states
            .get(assumptions.0 as usize)?
            .get(condition)
    }

    /// Returns the number of an interned set, or `Some(None)` if it is unsatisfiable; `None` if it is not interned.
    pub fn known(&self, state: &State) -> Option<Option<Assumptions>> {
        self.0.borrow().numbers.get(state).copied()
    }

    /// Whether a set was dropped because of the limit.
    pub fn is_full(&self) -> bool {
        self.0.borrow().full
    }

    /// Interns a new set. Beyond the limit, returns the set that it was derived from.
    pub fn add(&self, from: Assumptions, state: State, possible: bool) -> Option<Assumptions> {
        let mut known = self.0.borrow_mut();
        // Each set is stored twice.
        known.bytes += state.0.len() * 2 + 128;
        if known.bytes > MOST_BYTES {
            known.full = true;
            return possible.then_some(from);
        }
        let number = u32::try_from(known.states.len())
            .ok()
            .filter(|_| possible)
            .map(Assumptions);
        if number.is_some() {
            known.states.push(state.clone());
        }
        known.numbers.insert(state, number);
        number
    }
}
