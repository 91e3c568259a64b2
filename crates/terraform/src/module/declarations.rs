//! The declarations of a module.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::variable::Variable;
use crate::diagnostic::Errors;
use crate::syntax::ast::{Attribute, Block, Body};

/// The kind of a resource block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourceMode {
    /// `resource`
    Managed,
    /// `data`
    Data,
    /// `ephemeral`
    Ephemeral,
}

impl ResourceMode {
    /// Returns the prefix of resource addresses: `data.` or `ephemeral.`, empty for managed resources.
    pub fn prefix(self) -> &'static str {
        match self {
            ResourceMode::Managed => "",
            ResourceMode::Data => "data.",
            ResourceMode::Ephemeral => "ephemeral.",
        }
    }
}

/// The declarations of a module's files, with overrides applied.
#[derive(Debug, Default)]
pub struct Declarations {
    /// Input variables.
    pub variables: BTreeMap<Rc<str>, Variable>,
    /// Local values.
    pub locals: BTreeMap<Rc<str>, Attribute>,
    /// The `output` blocks, by name.
    pub outputs: BTreeMap<Rc<str>, Block>,
    /// Resources, by mode, type and name.
    pub resources: BTreeMap<(ResourceMode, Rc<str>, Rc<str>), Block>,
    /// Module calls.
    pub calls: BTreeMap<Rc<str>, Block>,
    /// All other blocks: `provider`, `terraform`, `moved`, `check`, ...
    pub others: Vec<Block>,
    /// Errors about blocks of unknown types; the other declarations can be used.
    pub unsupported: Errors,
    /// Errors about files that cannot be read; what the other files declare can be used.
    pub unread: Errors,
    /// The files, in the order of their names.
    pub files: Vec<SourceFile>,
}

/// A configuration file of a module.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it is, within the host's files.
    pub path: String,
    /// The content.
    pub body: Body,
    /// Whether it overrides other files.
    pub is_override: bool,
}

impl SourceFile {
    /// Returns whether the file is in JSON syntax.
    pub fn is_json(&self) -> bool {
        self.path.ends_with(".json")
    }
}
