//! `Fn::ToJsonString`: the JSON of each possible value of its argument, as Python's `json.dumps` writes it.

use std::ops::ControlFlow;

use super::value;
use super::value::{Resolved, ValueVisitor};
use crate::{Context, Evaluation};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::python::{Dates, Spacing, dumps};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    super::resolve(evaluation, cx, argument, &mut |resolved| {
        let value = match resolved.value {
            // A date raises an exception in cfn-lint, which ends the values.
            Ok(value) => match dumps(value, Spacing::Spaces, Dates::Refuse) {
                Some(text) => Ok(value::text(evaluation, argument, &text)),
                None => return ControlFlow::Continue(()),
            },
            Err(error) => Err(error),
        };
        take(Resolved {
            value,
            cx: resolved.cx,
        })
    })
}
