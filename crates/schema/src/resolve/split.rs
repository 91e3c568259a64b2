//! `Fn::Split`: a string split at a delimiter.

use std::ops::ControlFlow;

use super::value::{Resolved, ValueVisitor};
use crate::{Context, Evaluation};
use cfn_warden_syntax::{Node, Value};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Value::List([delimiter, source]) = argument.value else {
        return ControlFlow::Continue(());
    };
    super::resolve(evaluation, cx, *delimiter, &mut |delimiter| {
        let Some(between) = delimiter
            .value
            .ok()
            .and_then(|node| node.as_str())
            .filter(|text| !text.is_empty())
        else {
            return ControlFlow::Continue(());
        };
        super::resolve(evaluation, cx, *source, &mut |source| {
            let Some(text) = source.value.ok().and_then(|node| node.as_str()) else {
                return ControlFlow::Continue(());
            };
            let count = text.matches(between).count().saturating_add(1);
            // The list and its copy in the arena.
            if !evaluation
                .budget
                .allows(count.saturating_mul(2 * size_of::<Node<'_>>()))
            {
                return ControlFlow::Continue(());
            }
            let parts: Vec<_> = text
                .split(between)
                .map(|part| Node {
                    value: Value::Str(part),
                    ..argument
                })
                .collect();
            let value = Value::List(evaluation.arena.alloc_slice_copy(&parts));
            take(Resolved {
                value: Ok(Node { value, ..argument }),
                cx: source.cx,
            })
        })
    })
}
