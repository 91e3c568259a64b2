//! What rules remember of values that the walk passed, for rules that compare resources with each other.

use std::cell::RefCell;
use std::collections::HashMap;

use super::context::InstancePath;
use cfn_warden_template::Assumptions;

/// Notes of one walk, by rule and group: values of one group are compared.
#[derive(Debug, Default)]
pub struct Notes<'a>(RefCell<HashMap<(&'static str, &'a str), Vec<Note<'a>>>>);

/// A value that a rule noted.
#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    /// The value, as the rule writes it.
    pub text: &'a str,
    /// Conditions that hold where it stands.
    pub conditions: Assumptions,
    /// Where it stands.
    pub trail: InstancePath<'a>,
}

impl<'a> Notes<'a> {
    /// Remembers a value of a group.
    pub fn add(&self, rule: &'static str, group: &'a str, note: Note<'a>) {
        self.0.borrow_mut().entry((rule, group)).or_default().push(note);
    }

    /// What a rule noted of a group, in order.
    pub fn of(&self, rule: &'static str, group: &'a str) -> Vec<Note<'a>> {
        self.0.borrow().get(&(rule, group)).cloned().unwrap_or_default()
    }
}
