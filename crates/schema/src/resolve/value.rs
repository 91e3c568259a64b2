//! The possible values of functions.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::context::Context;
use crate::evaluation::Evaluation;
use crate::path::{InstancePath, Step};
use crate::violation_kind::ViolationKind;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::PseudoParameter;
use cfn_warden_template::function::{Function, function_of};

/// A possible value of a function, or the reason why it cannot have one.
#[derive(Debug, Clone)]
pub struct Resolved<'a> {
    /// The value, or the error and its location below the function.
    pub value: Result<Node<'a>, ResolutionError<'a>>,
    /// The context in which the function has this value; [`Context::source`] is the value's origin.
    pub cx: Context<'a>,
}

/// The reason why a function cannot have a value.
#[derive(Debug, Clone)]
pub struct ResolutionError<'a> {
    /// The facts.
    pub kind: ViolationKind<'a>,
    /// The steps from the function to the cause.
    pub steps: Vec<Step<'a>>,
}

/// Receives values and returns whether to continue.
pub type ValueVisitor<'t, 'a> = dyn FnMut(Resolved<'a>) -> ControlFlow<()> + 't;

/// Returns the context of a value with another origin.
pub(super) fn from<'a>(cx: &Context<'a>, source: Option<InstancePath<'a>>) -> Context<'a> {
    Context { source, ..*cx }
}

/// Returns a string node with the ID of another node. The string is empty if it exceeds the memory limit, after which
/// nothing more is checked.
pub(super) fn text<'a>(evaluation: &Evaluation<'a>, node: Node<'a>, text: &str) -> Node<'a> {
    let text = match evaluation.budget.allows(text.len()) {
        true => evaluation.arena.alloc_str(text),
        false => "",
    };
    Node {
        value: Value::Str(text),
        ..node
    }
}

/// Returns the text of a scalar that can be joined into a string, as written by Python's `str`.
pub(super) fn joinable(node: Node<'_>) -> Option<Cow<'_, str>> {
    match node.value {
        Value::Str(text) => Some(Cow::Borrowed(text)),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_) => {
            Some(Cow::Owned(cfn_warden_syntax::python::str(node)))
        }
        _ => None,
    }
}

/// Appends to a text that a function derives, unless that exceeds the memory limit: texts are counted before they are
/// built, because a few nested functions can double a text often.
pub(super) fn push(evaluation: &Evaluation<'_>, text: &mut String, added: &str) -> Option<()> {
    // The text and its copy in the arena.
    const COPIES: usize = 2;
    if text.len().saturating_add(added.len()) > UNCOUNTED {
        let total = text.len().saturating_add(added.len());
        if !evaluation.budget.fits(total.saturating_mul(COPIES)) {
            return None;
        }
    }
    text.push_str(added);
    Some(())
}

/// The length of a text that is built without being counted before.
const UNCOUNTED: usize = 1 << 12;

/// Returns the pseudo parameter that a node refers to.
pub(super) fn pseudo_reference(node: Node<'_>) -> Option<PseudoParameter> {
    match function_of(node) {
        Some((Function::Ref, name)) => PseudoParameter::named(name.as_str()?),
        _ => None,
    }
}
