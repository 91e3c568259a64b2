//! `Fn::ToJsonString`: the JSON of each possible value of its argument, as Python's `json.dumps` writes it.

use std::ops::ControlFlow;

use super::value;
use super::value::{Resolved, ValueVisitor};
use crate::{Context, Evaluation};
use cfn_warden_syntax::python::{Dates, Spacing, dumps};
use cfn_warden_syntax::{Node, Value};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    super::resolve(evaluation, cx, argument, &mut |resolved| {
        let value = match resolved.value {
            // A date raises an exception in cfn-lint, which ends the values.
            Ok(value) => {
                // Escapes can make six characters of one.
                const LONGEST: usize = 6;
                let bytes = text_bytes(value).saturating_mul(LONGEST + 1);
                if !evaluation.budget.allows(bytes) {
                    return ControlFlow::Continue(());
                }
                match dumps(value, Spacing::Spaces, Dates::Refuse) {
                    Some(text) => Ok(value::text(evaluation, argument, &text)),
                    None => return ControlFlow::Continue(()),
                }
            }
            Err(error) => Err(error),
        };
        take(Resolved {
            value,
            cx: resolved.cx,
        })
    })
}

/// Returns the bytes of the texts in a value.
fn text_bytes(node: Node<'_>) -> usize {
    match node.value {
        Value::Str(text) => text.len(),
        Value::List(items) => items
            .iter()
            .map(|item| text_bytes(*item))
            .fold(items.len(), usize::saturating_add),
        Value::Map(entries) => entries
            .iter()
            .map(|entry| text_bytes(entry.key).saturating_add(text_bytes(entry.value)))
            .fold(entries.len(), usize::saturating_add),
        _ => 1,
    }
}
