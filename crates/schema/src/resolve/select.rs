//! `Fn::Select`: an item of each possible value of a list.

use std::ops::ControlFlow;

use super::value::ValueVisitor;
use crate::{Context, Evaluation};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Value::List([index, list]) = argument.value else {
        return ControlFlow::Continue(());
    };
    super::resolve(evaluation, cx, *index, &mut |index| {
        let Some(place) = index.value.ok().and_then(place) else {
            return ControlFlow::Continue(());
        };
        super::resolve(evaluation, &index.cx, *list, &mut |list| {
            let items = list
                .value
                .ok()
                .and_then(|node| node.as_list())
                .unwrap_or_default();
            match items.get(place) {
                Some(item) => super::resolve(evaluation, &list.cx, *item, take),
                None => ControlFlow::Continue(()),
            }
        })
    })
}

/// Converts an index like Python's `int`.
fn place(node: Node<'_>) -> Option<usize> {
    match node.value {
        Value::Int(number) => usize::try_from(number).ok(),
        Value::Float(number) if (0.0..1e9).contains(&number) => Some(number as usize),
        Value::Bool(is) => Some(usize::from(is)),
        Value::Str(text) if python::is_int(text) => text.trim().replace('_', "").parse().ok(),
        _ => None,
    }
}
