//! Values that rules record during an evaluation to compare resources with each other.

use std::cell::RefCell;

use super::path::InstancePath;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_template::Assumptions;

/// The recorded values of one evaluation, by rule and group. Values in the same group are compared.
#[derive(Debug, Default)]
pub struct Notes<'a>(RefCell<HashMap<(RuleId, &'a str), Vec<Note<'a>>>>);

/// A recorded value.
#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    /// The value in the rule's own notation.
    pub text: &'a str,
    /// Conditions assumed at the value's location.
    pub conditions: Assumptions,
    /// The value's instance path.
    pub instance_path: InstancePath<'a>,
}

impl<'a> Notes<'a> {
    /// Records a value in a group.
    pub fn add(&self, rule: RuleId, group: &'a str, note: Note<'a>) {
        self.0
            .borrow_mut()
            .entry((rule, group))
            .or_default()
            .push(note);
    }

    /// Returns the values that a rule recorded in a group, in order.
    pub fn of(&self, rule: RuleId, group: &'a str) -> Vec<Note<'a>> {
        self.0
            .borrow()
            .get(&(rule, group))
            .cloned()
            .unwrap_or_default()
    }
}
