//! What references to resources and called modules evaluate to.

use std::rc::Rc;

use super::declarations::ResourceMode;
use super::evaluated::{EvaluatedModule, Resource};
use crate::value::Value;

/// The instances of a called module, and the value of a reference to it.
#[derive(Debug, Clone)]
pub struct ExpandedCall {
    pub instances: Rc<std::cell::RefCell<Vec<EvaluatedModule>>>,
    pub value: Value,
    /// The source, if the module was not loaded.
    pub not_read: Option<String>,
    /// Whether an argument depends on what is still being evaluated.
    pub is_provisional: bool,
}

impl Default for ExpandedCall {
    fn default() -> ExpandedCall {
        ExpandedCall {
            instances: Rc::default(),
            value: Value::dynamic(),
            not_read: None,
            is_provisional: false,
        }
    }
}

/// The instances of a resource, and the value of a reference to it.
#[derive(Debug, Clone)]
pub struct ExpandedResource {
    pub instances: Vec<Resource>,
    pub value: Value,
}

/// The state of a value that is evaluated on first use.
#[derive(Debug, Clone)]
pub enum Lazy<T> {
    /// Evaluation is in progress: its position among the items in progress, and the provisional value of references.
    InProgress(usize, Value),
    /// Evaluation is complete.
    Done(T),
}

/// The mode, type and name of a resource.
pub type ResourceKey = (ResourceMode, Rc<str>, Rc<str>);
