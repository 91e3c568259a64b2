//! `Fn::Join`: every combination of the possible values of its parts.

use std::ops::ControlFlow;

use super::value;
use super::value::{Resolved, ValueVisitor, from, joinable};
use crate::{Context, Evaluation};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::function_of;

/// A part that cannot be joined; the function has no further values.
struct Unjoinable;

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Value::List([delimiter, parts]) = argument.value else {
        return ControlFlow::Continue(());
    };
    let mut ended = false;
    let result = super::resolve(evaluation, cx, *delimiter, &mut |delimiter| {
        let Some(between) = delimiter.value.ok().and_then(|node| node.as_str()) else {
            return ControlFlow::Continue(());
        };
        super::resolve(evaluation, &delimiter.cx, *parts, &mut |list| {
            let Some(items) = list.value.ok().and_then(|node| node.as_list()) else {
                return ControlFlow::Continue(());
            };
            if items.is_empty() {
                return ControlFlow::Continue(());
            }
            let mut visit = |joined: &str, cx: &Context<'a>| {
                take(Resolved {
                    value: Ok(value::text(evaluation, argument, joined)),
                    cx: from(cx, None),
                })
            };
            match expand(
                evaluation,
                &list.cx,
                between,
                String::new(),
                items,
                &mut visit,
            ) {
                Ok(flow) => flow,
                Err(Unjoinable) => {
                    ended = true;
                    ControlFlow::Break(())
                }
            }
        })
    });
    if ended {
        ControlFlow::Continue(())
    } else {
        result
    }
}

/// Appends an item, and the delimiter unless it is the last one; `None` if that exceeds the memory limit.
fn push(
    evaluation: &Evaluation<'_>,
    joined: &mut String,
    text: &str,
    between: &str,
    after: &[Node<'_>],
) -> Option<()> {
    value::push(evaluation, joined, text)?;
    if after.is_empty() {
        return Some(());
    }
    value::push(evaluation, joined, between)
}

/// Receives a joined string and the context in which the function has this value.
type TextVisitor<'g, 'a> = dyn FnMut(&str, &Context<'a>) -> ControlFlow<()> + 'g;

fn expand<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    between: &str,
    mut joined: String,
    items: &[Node<'a>],
    visit: &mut TextVisitor<'_, 'a>,
) -> Result<ControlFlow<()>, Unjoinable> {
    let mut rest = items;
    // Parts that are not functions have one value, so they do not need a level of recursion.
    while let Some((item, after)) = rest.split_first() {
        if function_of(*item).is_some() {
            break;
        }
        let text = joinable(*item).ok_or(Unjoinable)?;
        if push(evaluation, &mut joined, &text, between, after).is_none() {
            return Ok(ControlFlow::Continue(()));
        }
        rest = after;
    }
    let Some((item, after)) = rest.split_first() else {
        return Ok(visit(&joined, cx));
    };
    let Some(_depth) = evaluation.deeper() else {
        return Ok(ControlFlow::Continue(()));
    };
    let mut unjoinable = false;
    let flow = super::resolve(evaluation, cx, *item, &mut |resolved| {
        // For the last part, values that cannot be resolved are also examined.
        let text = match resolved.value {
            Ok(value) => joinable(value),
            Err(_) if after.is_empty() => None,
            Err(_) => return ControlFlow::Continue(()),
        };
        let Some(text) = text else {
            unjoinable = true;
            return ControlFlow::Break(());
        };
        if !evaluation.budget.allows(joined.len()) {
            return ControlFlow::Continue(());
        }
        let mut joined = joined.clone();
        if push(evaluation, &mut joined, &text, between, after).is_none() {
            return ControlFlow::Continue(());
        }
        // Each level has its own copy of the text before it.
        let _held = evaluation.budget.hold(joined.len());
        match expand(evaluation, &resolved.cx, between, joined, after, visit) {
            Ok(flow) => flow,
            Err(Unjoinable) => {
                unjoinable = true;
                ControlFlow::Break(())
            }
        }
    });
    if unjoinable {
        Err(Unjoinable)
    } else {
        Ok(flow)
    }
}
