//! What is being evaluated, and which values are provisional because of that.
//!
//! A called module is evaluated as a whole, although Terraform's graph has a node for each of its outputs and arguments. So an
//! argument may need a resource that needs another output of the same call. That reference gets a provisional value, and what
//! depends on it is evaluated again later. What still depends on itself then is a cycle.

use std::cell::{Cell, RefCell};

use crate::value::{Marks, Value};

/// What can be evaluated on first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A local value or a resource: one node of Terraform's graph.
    Node,
    /// A called module.
    Call,
}

/// The items that are being evaluated, outermost first.
#[derive(Debug)]
pub struct Progress {
    items: RefCell<Vec<Item>>,
    /// The outermost item that gave the current item a provisional value; `usize::MAX` if none.
    outermost: Cell<usize>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            items: RefCell::default(),
            outermost: Cell::new(usize::MAX),
        }
    }
}

/// An item that is being evaluated.
#[derive(Debug)]
pub struct Started {
    /// Its position among the items in progress.
    pub at: usize,
    before: usize,
}

/// How final a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It does not change any more.
    Final,
    /// It depends on an item around it, which is still being evaluated.
    Provisional,
    /// It depends on itself.
    Cycle,
}

impl Progress {
    /// Starts an item.
    pub fn start(&self, item: Item) -> Started {
        let mut items = self.items.borrow_mut();
        items.push(item);
        Started {
            at: items.len().saturating_sub(1),
            before: self.outermost.replace(usize::MAX),
        }
    }

    /// Returns whether the item had a provisional value since it started.
    pub fn saw_provisional(&self) -> bool {
        self.outermost.get() < usize::MAX
    }

    /// Forgets the provisional values that the item had.
    pub fn again(&self) {
        self.outermost.set(usize::MAX);
    }

    /// Ends an item whose value depends on provisional ones or not.
    pub fn end(&self, started: &Started, is_provisional: bool) -> Outcome {
        self.items.borrow_mut().truncate(started.at);
        let outermost = self.outermost.get();
        let outcome = match is_provisional {
            false => Outcome::Final,
            true if outermost >= started.at => Outcome::Cycle,
            true => Outcome::Provisional,
        };
        let keep = if outcome == Outcome::Provisional {
            outermost
        } else {
            usize::MAX
        };
        self.outermost.set(started.before.min(keep));
        outcome
    }

    /// Returns whether an item in progress depends only on items around it, so far.
    pub fn depends_on_outer(&self, started: &Started) -> bool {
        self.outermost.get() < started.at
    }

    /// Returns a provisional value of an item in progress; `None` if no called module is between it and the reference, so that
    /// it depends on itself.
    pub fn provisional(&self, at: usize, value: Value) -> Option<Value> {
        let through_call = self
            .items
            .borrow()
            .get(at..)
            .is_some_and(|items| items.contains(&Item::Call));
        if !through_call {
            return None;
        }
        if value.marks_deep().has(Marks::PROVISIONAL) {
            self.outermost.set(self.outermost.get().min(at));
        }
        Some(value)
    }
}

/// Returns an unknown value for what has no value yet.
pub fn unknown() -> Value {
    Value::dynamic().marked(Marks::PROVISIONAL)
}

/// Returns whether a value depends on a provisional one.
pub fn is_provisional(value: &Value) -> bool {
    value.marks_deep().has(Marks::PROVISIONAL)
}
