//! `Fn::If`: the possible values of both branches, under the condition that selects each.

use std::ops::ControlFlow;

use super::value::{Resolved, ValueVisitor, from};
use crate::{Context, Evaluation};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::AssumptionKind;

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Value::List([condition, then, other]) = argument.value else {
        return ControlFlow::Continue(());
    };
    let Some(name) = condition.as_str() else {
        return ControlFlow::Continue(());
    };
    for (branch, holds) in [(*then, true), (*other, false)] {
        super::resolve(evaluation, cx, branch, &mut |resolved| match evaluation
            .template
            .conditions
            .pin(
                resolved.cx.conditions,
                &[(name, holds)],
                AssumptionKind::Fact,
            ) {
            Ok(conditions) => take(Resolved {
                cx: Context {
                    conditions,
                    ..from(&resolved.cx, None)
                },
                value: resolved.value,
            }),
            Err(_) => ControlFlow::Continue(()),
        })?;
    }
    ControlFlow::Continue(())
}
