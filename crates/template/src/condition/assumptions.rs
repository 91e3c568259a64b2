//! Sets of conditions that are held true or false, numbered: equal sets have equal numbers.

use std::cell::RefCell;
use std::collections::HashMap;

/// A set of conditions that are held: a number that [`Conditions`](super::Conditions) understands. The default holds
/// none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Assumptions(u32);

/// How firmly a condition is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// The template says so: a resource's `Condition`, the branch of an `Fn::If`.
    Fact,
    /// It is one of the scenarios being gone through.
    Assumed,
}

/// How a condition is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pin {
    pub holds: bool,
    pub hold: Hold,
}

/// How each condition is held, by condition; a byte each, so that sets compare and hash in one go.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct State(Box<[u8]>);

const HELD: u8 = 1;
const HOLDS: u8 = 2;
const FACT: u8 = 4;

impl State {
    /// Nothing held of so many conditions.
    pub fn nothing(conditions: usize) -> State {
        State(vec![0; conditions].into())
    }

    pub fn get(&self, condition: usize) -> Option<Pin> {
        self.0.get(condition).copied().and_then(pin)
    }

    pub fn set(&mut self, condition: usize, pin: Pin) {
        if let Some(slot) = self.0.get_mut(condition) {
            let holds = if pin.holds { HOLDS } else { 0 };
            *slot = HELD | holds | if pin.hold == Hold::Fact { FACT } else { 0 };
        }
    }

    /// By condition.
    pub fn iter(&self) -> impl Iterator<Item = Option<Pin>> + '_ {
        self.0.iter().map(|byte| pin(*byte))
    }
}

fn pin(byte: u8) -> Option<Pin> {
    let hold = if byte & FACT != 0 { Hold::Fact } else { Hold::Assumed };
    (byte & HELD != 0).then_some(Pin { holds: byte & HOLDS != 0, hold })
}

/// The sets met so far.
#[derive(Debug)]
pub(super) struct Numbered(RefCell<Known>);

#[derive(Debug)]
struct Known {
    states: Vec<State>,
    /// `None` where they cannot hold.
    numbers: HashMap<State, Option<Assumptions>>,
    bytes: usize,
    full: bool,
}

/// The most bytes that sets take. Beyond it conditions are no longer held, which leaves more open than there is.
const MOST_BYTES: usize = 32 << 20;

impl Numbered {
    /// Of so many conditions.
    pub fn new(conditions: usize) -> Numbered {
        let nothing = State::nothing(conditions);
        let numbers = HashMap::from([(nothing.clone(), Some(Assumptions(0)))]);
        Numbered(RefCell::new(Known { states: vec![nothing], numbers, bytes: 0, full: false }))
    }

    pub fn state(&self, assumptions: Assumptions) -> State {
        self.0.borrow().states.get(assumptions.0 as usize).cloned().unwrap_or_default()
    }

    pub fn pin(&self, assumptions: Assumptions, condition: usize) -> Option<Pin> {
        self.0.borrow().states.get(assumptions.0 as usize)?.get(condition)
    }

    /// The number of a set, or that it cannot hold; `None` where it was not met before.
    pub fn known(&self, state: &State) -> Option<Option<Assumptions>> {
        self.0.borrow().numbers.get(state).copied()
    }

    /// Whether there were more sets than are kept.
    pub fn is_full(&self) -> bool {
        self.0.borrow().full
    }

    /// Numbers a set that was not met before; in its place, where there are too many, the set that it grew from.
    pub fn add(&self, from: Assumptions, state: State, possible: bool) -> Option<Assumptions> {
        let mut known = self.0.borrow_mut();
        // Each is kept twice.
        known.bytes = known.bytes.saturating_add(state.0.len().saturating_mul(2).saturating_add(128));
        if known.bytes > MOST_BYTES {
            known.full = true;
            return possible.then_some(from);
        }
        let number = u32::try_from(known.states.len()).ok().filter(|_| possible).map(Assumptions);
        if number.is_some() {
            known.states.push(state.clone());
        }
        known.numbers.insert(state, number);
        number
    }
}
