//! The results of evaluating modules.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::declarations::{Declarations, ResourceMode};
use super::inputs::Inputs;
use crate::diagnostic::Errors;
use crate::eval::Texts;
use crate::source::Range;
use crate::value::Value;

/// The key of an instance of a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceKey {
    /// An index of `count`.
    Index(usize),
    /// A key of `for_each`.
    Name(Rc<str>),
    /// One instance that represents an unknown number of instances.
    Unknown,
}

impl InstanceKey {
    /// Formats the key as in an address: `[0]`, `["name"]` or `[*]`.
    pub fn text(&self) -> String {
        match self {
            InstanceKey::Index(at) => format!("[{at}]"),
            InstanceKey::Name(name) => format!("[{}]", crate::support::hcl_text::quoted(name)),
            InstanceKey::Unknown => "[*]".to_owned(),
        }
    }
}

/// An instance of a resource.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The kind of resource block.
    pub mode: ResourceMode,
    /// The resource type.
    pub kind: Rc<str>,
    /// The resource name.
    pub name: Rc<str>,
    /// The instance key.
    pub key: Option<InstanceKey>,
    /// Whether the instances of the resource, or of an enclosing module, are unknown.
    pub deferred: bool,
    /// The arguments and blocks for the provider. Empty if the resource is deferred, except in a plan.
    pub body: EvaluatedBody,
    /// The range of the block's type and labels.
    pub range: Range,
}

/// An instance of a module.
#[derive(Debug, Default)]
pub struct EvaluatedModule {
    /// The address, such as `module.a["b"]`; empty for the root module.
    pub address: String,
    /// The folder, relative to the root module.
    pub folder: String,
    /// The names of the calls that lead to the module, each with its instance key.
    pub path: Vec<(Rc<str>, Option<InstanceKey>)>,
    /// The ranges of the calls that lead to the module, the root module's first.
    pub callers: Vec<Range>,
    /// The declarations.
    pub declared: Rc<Declarations>,
    /// The values of input variables.
    pub variables: BTreeMap<Rc<str>, Value>,
    /// The values that the root module's variables are set to, before conversion.
    pub inputs: Inputs,
    /// The values of local values.
    pub locals: BTreeMap<Rc<str>, Value>,
    /// The values of outputs.
    pub outputs: BTreeMap<Rc<str>, Value>,
    /// The provider configurations.
    pub providers: Vec<EvaluatedBlock>,
    /// The resource instances.
    pub resources: Vec<Resource>,
    /// The instances of called modules.
    pub modules: Vec<EvaluatedModule>,
    /// The calls of modules that were not loaded: name and source.
    pub modules_not_read: Vec<(Rc<str>, String)>,
}

/// The result of an evaluation.
#[derive(Debug)]
pub struct Run {
    /// The root module; `None` if it cannot be loaded.
    pub root: Option<EvaluatedModule>,
    /// The errors in the order they were found, without duplicates.
    pub errors: Errors,
    /// The errors that only the defaults of the root module's variables cause: with other values there are none.
    pub errors_of_defaults: Errors,
    /// The sources that the ranges of the errors refer to.
    pub texts: Texts,
}

impl Run {
    /// Returns all errors with their locations.
    pub fn located(&self) -> Vec<String> {
        self.texts.with(|sources| {
            self.errors
                .iter()
                .map(|error| error.located(sources).escaped())
                .collect()
        })
    }
}

/// The values of a body's arguments and nested blocks.
#[derive(Debug, Clone, Default)]
pub struct EvaluatedBody {
    /// The arguments: name, value and the range of the name. An argument whose evaluation failed is unknown.
    pub attributes: Vec<(Rc<str>, Value, Range)>,
    /// The nested blocks, with dynamic blocks expanded.
    pub blocks: Vec<EvaluatedBlock>,
    /// The types of dynamic blocks whose number is unknown.
    pub unknown_blocks: Vec<Rc<str>>,
}

/// A nested block with the values of its body.
#[derive(Debug, Clone)]
pub struct EvaluatedBlock {
    /// The block type.
    pub kind: Rc<str>,
    /// The labels after the block type.
    pub labels: Vec<Rc<str>>,
    /// The content of the block.
    pub body: EvaluatedBody,
    /// The range of the block's type and labels.
    pub range: Range,
}
