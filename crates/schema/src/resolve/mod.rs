//! The possible values of a function: every value that parameters, mappings and conditions allow, each with its context
//! (conditions, region, origin).
//!
//! Values are passed one at a time to a [`ValueVisitor`], which returns whether to continue, so only required values
//! are computed. The number of values per function is limited by the budget
//! ([`Limits::values`](super::budget::Limits::values), and a share of
//! [`Limits::more_values`](super::budget::Limits::more_values)).
//!
//! Source: `jsonschema/_resolvers_cfn.py` and `Validator.resolve_value` of cfn-lint 1.58.0. Functions without a
//! resolver in cfn-lint (`Fn::GetAtt`, `Fn::ImportValue`, ...) have no known value.

mod find_in_map;
mod get_azs;
mod if_;
mod join;
mod json_text;
mod reference;
mod select;
mod split;
mod sub;
mod value;

use std::cell::Cell;
use std::ops::ControlFlow;
pub use sub::names as sub_names;
pub use value::{ResolutionError, Resolved, ValueVisitor};

use super::budget::Limit;
use super::context::Context;
use super::evaluation::Evaluation;
use super::path::Step;
use crate::mode::{Origin, PseudoValues};
use cfn_warden_syntax::Node;
use cfn_warden_template::function::{Function, function_of};
use cfn_warden_template::{Functions, PseudoParameter, Quirk};

/// Passes the possible values of a node to `take`: the node itself, or the values of the function that it contains.
pub fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    node: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let known = function_of(node).filter(|(function, _)| *function != Function::Contains);
    let Some((function, argument)) = known else {
        return take(Resolved {
            value: Ok(node),
            cx: *cx,
        });
    };
    let Some(_depth) = evaluation.deeper() else {
        return ControlFlow::Continue(());
    };
    let step = node
        .as_map()
        .and_then(|entries| entries.first())
        .map(|entry| Step::Key(entry.key));
    let mut count = 0usize;
    let stopped = Cell::new(false);
    let result =
        resolve(evaluation, cx, argument, &mut |argument| {
            let Ok(value) = argument.value else {
                return ControlFlow::Continue(());
            };
            function_values(evaluation, &argument.cx, function, value, &mut |resolved| {
                match resolved.value {
                    Err(mut error) => {
                        error.steps.splice(0..0, step);
                        take(Resolved {
                            value: Err(error),
                            cx: resolved.cx,
                        })
                    }
                    Ok(value) => in_regions(
                        evaluation,
                        &resolved.cx,
                        &mut |cx| {
                            count = count.saturating_add(1);
                            if (count > evaluation.budget.limits().values && !may_go_on(evaluation))
                                || !evaluation.spend(1)
                            {
                                stopped.set(true);
                                return ControlFlow::Break(());
                            }
                            take(Resolved {
                                value: Ok(value),
                                cx: Context {
                                    origin: cx.origin.max(Origin::Function),
                                    ..cx
                                },
                            })
                        },
                        &stopped,
                    ),
                }
            })
        });
    // The limit only ends the values of this function; the caller can continue with another one.
    if stopped.get() {
        ControlFlow::Continue(())
    } else {
        result
    }
}

/// Returns whether a function that has reached its guaranteed number of values can have another one.
fn may_go_on(evaluation: &Evaluation<'_>) -> bool {
    if evaluation.options.compat.has(Quirk::FirstValues) {
        return false;
    }
    let may = evaluation.budget.spend_value();
    if !may {
        evaluation.give_up(Limit::Values);
    }
    may
}

/// Returns all possible values of a node.
pub fn values<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    node: Node<'a>,
) -> Vec<(Node<'a>, Context<'a>)> {
    let mut all = Vec::new();
    let _ = resolve(evaluation, cx, node, &mut |resolved| {
        all.extend(resolved.value.ok().map(|value| (value, resolved.cx)));
        ControlFlow::Continue(())
    });
    all
}

/// Passes one context per possible region to `take`, except for regions in which the conditions cannot hold.
fn in_regions<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    take: &mut dyn FnMut(Context<'a>) -> ControlFlow<()>,
    stopped: &Cell<bool>,
) -> ControlFlow<()> {
    let cx = Context {
        pseudo_values: PseudoValues::Known,
        ..*cx
    };
    for (_, cx) in reference::values(evaluation, &cx, PseudoParameter::Region.name()) {
        match possible(evaluation, &cx) {
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

/// Returns whether the assumed conditions can hold together with the assumed values of references; `None` if this
/// cannot be determined.
fn possible(evaluation: &Evaluation<'_>, cx: &Context<'_>) -> Option<bool> {
    let held = evaluation.template.conditions.held(cx.conditions);
    let mut values: Vec<_> = cx
        .ref_values()
        .map(|value| (value.name, value.value.as_str()))
        .collect();
    values.reverse();
    evaluation.template.logic().possible(&held, &values).ok()
}

fn function_values<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    function: Function,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    match function {
        Function::FindInMap => find_in_map::resolve(evaluation, cx, argument, take),
        Function::GetAzs => get_azs::resolve(evaluation, cx, argument, take),
        Function::If => if_::resolve(evaluation, cx, argument, take),
        Function::Join => join::resolve(evaluation, cx, argument, take),
        Function::Ref => reference::resolve(evaluation, cx, argument, take),
        Function::Select => select::resolve(evaluation, cx, argument, take),
        Function::Split => split::resolve(evaluation, cx, argument, take),
        Function::Sub => sub::resolve(evaluation, cx, argument, take),
        Function::ToJsonString => json_text::resolve(evaluation, cx, argument, take),
        _ => ControlFlow::Continue(()),
    }
}

/// Functions whose values are never known, for rules that distinguish these from functions that happen to have no
/// value.
pub const UNKNOWN: Functions = Functions::of(&[
    Function::Base64,
    Function::Cidr,
    Function::GetAtt,
    Function::GetStackOutput,
    Function::ImportValue,
    Function::Length,
    Function::Transform,
]);
