//! What a function's value may be: every value that parameters, mappings and conditions allow, with the context that each
//! holds in (its conditions, its region, where it came from).
//!
//! Values are handed to a [`Take`], one after the other, which says when it has seen enough; so nothing is expanded that
//! nobody looks at. No function gives more than the budget has ([`Limits::values`](super::budget::Limits::values), and a
//! share of [`Limits::more_values`](super::budget::Limits::more_values)).
//!
//! Source: `jsonschema/_resolvers_cfn.py` and `Validator.resolve_value` of cfn-lint 1.58.0. A function without a resolver
//! there (`Fn::GetAtt`, `Fn::ImportValue`, ...) has no value that is known.

mod find_in_map;
mod get_azs;
mod if_;
mod join;
mod json_text;
mod reference;
mod select;
mod split;
mod sub;

use std::cell::Cell;
use std::ops::ControlFlow;
pub use sub::names as sub_names;

use super::budget::Limit;
use super::check::Walk;
use super::context::{Context, InstancePath, Step};
use super::fault::Fault;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, function_of};
use cfn_warden_template::{Functions, PseudoParameter, Quirk};

/// A value that a function may have, or why it can have none.
#[derive(Debug, Clone)]
pub struct Resolved<'a> {
    /// The value; or what is wrong, and where below the function.
    pub value: Result<Node<'a>, Failure<'a>>,
    /// What holds where it has this value: [`Context::source`] is where the value came from.
    pub cx: Context<'a>,
}

/// Why a function can have no value.
#[derive(Debug, Clone)]
pub struct Failure<'a> {
    /// What is wrong.
    pub fault: Fault<'a>,
    /// The way there from where the function stands.
    pub steps: Vec<Step<'a>>,
}

/// Takes values, and says when it has seen enough.
pub type Take<'t, 'a> = dyn FnMut(Resolved<'a>) -> ControlFlow<()> + 't;

/// Hands out the values that a node may have: its own, or those of the function that it is.
pub fn resolve<'a>(walk: &Walk<'a>, cx: &Context<'a>, node: Node<'a>, take: &mut Take<'_, 'a>) -> ControlFlow<()> {
    let known = function_of(node).filter(|(function, _)| *function != Function::Contains);
    let Some((function, argument)) = known else { return take(Resolved { value: Ok(node), cx: *cx }) };
    let Some(_depth) = walk.deeper() else { return ControlFlow::Continue(()) };
    let step = node.as_map().and_then(|entries| entries.first()).map(|entry| Step::Key(entry.key));
    let mut count = 0usize;
    let stopped = Cell::new(false);
    let result = resolve(walk, cx, argument, &mut |argument| {
        let Ok(value) = argument.value else { return ControlFlow::Continue(()) };
        function_values(walk, &argument.cx, function, value, &mut |resolved| match resolved.value {
            Err(mut failure) => {
                failure.steps.splice(0..0, step);
                take(Resolved { value: Err(failure), cx: resolved.cx })
            }
            Ok(value) => in_regions(
                walk,
                &resolved.cx,
                &mut |cx| {
                    count = count.saturating_add(1);
                    if (count > walk.budget.limits().values && !may_go_on(walk)) || !walk.spend(1) {
                        stopped.set(true);
                        return ControlFlow::Break(());
                    }
                    take(Resolved { value: Ok(value), cx: Context { resolved: true, ..cx } })
                },
                &stopped,
            ),
        })
    });
    // This function has been asked for enough; whoever asked may go on with another.
    if stopped.get() { ControlFlow::Continue(()) } else { result }
}

/// Whether a function that has given all the values that each may give can give another.
fn may_go_on(walk: &Walk<'_>) -> bool {
    if walk.options.compat.has(Quirk::FirstValues) {
        return false;
    }
    let may = walk.budget.spend_value();
    if !may {
        walk.give_up(Limit::Values);
    }
    may
}

/// The values that a node may have, all of them.
pub fn values<'a>(walk: &Walk<'a>, cx: &Context<'a>, node: Node<'a>) -> Vec<(Node<'a>, Context<'a>)> {
    let mut all = Vec::new();
    let _ = resolve(walk, cx, node, &mut |resolved| {
        all.extend(resolved.value.ok().map(|value| (value, resolved.cx)));
        ControlFlow::Continue(())
    });
    all
}

/// The context once a region is settled, for each region; without those in which the conditions cannot hold.
fn in_regions<'a>(
    walk: &Walk<'a>,
    cx: &Context<'a>,
    take: &mut dyn FnMut(Context<'a>) -> ControlFlow<()>,
    stopped: &Cell<bool>,
) -> ControlFlow<()> {
    let cx = Context { resolve_pseudos: true, ..*cx };
    for (_, cx) in reference::values(walk, &cx, PseudoParameter::Region.name()) {
        match possible(walk, &cx) {
            Some(true) => take(cx)?,
            Some(false) => {}
            None => {
                stopped.set(true);
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether the conditions that hold here can hold with the values that references have here; `None` where that cannot be
/// said.
fn possible(walk: &Walk<'_>, cx: &Context<'_>) -> Option<bool> {
    let held = walk.template.conditions.held(cx.conditions);
    let mut values: Vec<_> = cx.ref_values().map(|value| (value.name, value.value.as_str())).collect();
    values.reverse();
    walk.template.logic().possible(&held, &values).ok()
}

fn function_values<'a>(
    walk: &Walk<'a>,
    cx: &Context<'a>,
    function: Function,
    argument: Node<'a>,
    take: &mut Take<'_, 'a>,
) -> ControlFlow<()> {
    match function {
        Function::FindInMap => find_in_map::resolve(walk, cx, argument, take),
        Function::GetAzs => get_azs::resolve(walk, cx, argument, take),
        Function::If => if_::resolve(walk, cx, argument, take),
        Function::Join => join::resolve(walk, cx, argument, take),
        Function::Ref => reference::resolve(walk, cx, argument, take),
        Function::Select => select::resolve(walk, cx, argument, take),
        Function::Split => split::resolve(walk, cx, argument, take),
        Function::Sub => sub::resolve(walk, cx, argument, take),
        Function::ToJsonString => json_text::resolve(walk, cx, argument, take),
        _ => ControlFlow::Continue(()),
    }
}

/// A value that came from elsewhere.
fn from<'a>(cx: &Context<'a>, source: Option<InstancePath<'a>>) -> Context<'a> {
    Context { source, ..*cx }
}

/// A text in place of a node.
fn text<'a>(walk: &Walk<'a>, node: Node<'a>, text: &str) -> Node<'a> {
    Node { value: Value::Str(walk.arena.alloc_str(text)), ..node }
}

/// A scalar that can be joined into a text, as Python's `str` writes it.
fn joinable(node: Node<'_>) -> Option<String> {
    match node.value {
        Value::Str(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_) => {
            Some(cfn_warden_syntax::python::str(node))
        }
        _ => None,
    }
}

/// The pseudo parameter that a node refers to.
fn pseudo_reference(node: Node<'_>) -> Option<PseudoParameter> {
    match function_of(node) {
        Some((Function::Ref, name)) => PseudoParameter::named(name.as_str()?),
        _ => None,
    }
}

/// Functions whose values are never known. For rules that tell these from functions that happen to have none.
pub const UNKNOWN: Functions = Functions::of(&[
    Function::Base64,
    Function::Cidr,
    Function::GetAtt,
    Function::GetStackOutput,
    Function::ImportValue,
    Function::Length,
    Function::Transform,
]);
