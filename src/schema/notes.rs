//! What rules remember of values that the walk passed, for rules that compare resources with each other.

use std::cell::RefCell;

use super::context::Trail;
use crate::document::Pins;

/// Notes of one walk.
#[derive(Debug, Default)]
pub struct Notes<'a>(RefCell<Vec<Note<'a>>>);

/// A value that a rule noted.
#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    /// The rule.
    pub rule: &'static str,
    /// What it belongs to: values of one group are compared.
    pub group: &'a str,
    /// The value, as the rule writes it.
    pub text: &'a str,
    /// Conditions that hold where it stands.
    pub conditions: Pins,
    /// Where it stands.
    pub trail: Trail<'a>,
}

impl<'a> Notes<'a> {
    /// Remembers a value.
    pub fn add(&self, note: Note<'a>) {
        self.0.borrow_mut().push(note);
    }

    /// What a rule noted of a group, in order.
    pub fn of(&self, rule: &str, group: &str) -> Vec<Note<'a>> {
        self.0.borrow().iter().filter(|note| note.rule == rule && note.group == group).copied().collect()
    }
}
