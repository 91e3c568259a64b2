//! What a module declares.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::variable::Variable;
use crate::syntax::ast::{Attribute, Block};

/// Does a block make something, or look something up?
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// `resource`
    Managed,
    /// `data`
    Data,
    /// `ephemeral`
    Ephemeral,
}

impl Mode {
    /// What stands before the type in an address.
    pub fn prefix(self) -> &'static str {
        match self {
            Mode::Managed => "",
            Mode::Data => "data.",
            Mode::Ephemeral => "ephemeral.",
        }
    }
}

/// What a module's files declare, overrides worked in.
#[derive(Debug, Default)]
pub struct Declared {
    /// Input variables.
    pub variables: BTreeMap<Rc<str>, Variable>,
    /// Local values.
    pub locals: BTreeMap<Rc<str>, Attribute>,
    /// Outputs.
    pub outputs: BTreeMap<Rc<str>, Block>,
    /// Resources, by mode, type and name.
    pub resources: BTreeMap<(Mode, Rc<str>, Rc<str>), Block>,
    /// Calls of other modules.
    pub calls: BTreeMap<Rc<str>, Block>,
    /// Everything else: `provider`, `terraform`, `moved`, `check`, ...
    pub others: Vec<Block>,
}
