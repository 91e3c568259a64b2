//! `Fn::GetAZs`: the availability zones of a region.

use std::ops::ControlFlow;

use super::value::{Resolved, ValueVisitor};
use crate::{Context, Evaluation, Json};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Node, Value};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    match argument.as_str() {
        Some("") => {
            for region in cx.regions.iter() {
                visit_zones(evaluation, cx, argument, region.name(), take)?;
            }
            ControlFlow::Continue(())
        }
        Some(region) => visit_zones(evaluation, cx, argument, region, take),
        None => ControlFlow::Continue(()),
    }
}

fn visit_zones<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    region: &str,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let zones = || {
        evaluation
            .knowledge
            .document("constants/helpers")?
            .get("AVAILABILITY_ZONES")?
            .get(region)
    };
    let Some(zones) = zones() else {
        return ControlFlow::Continue(());
    };
    let names = zones.items().filter_map(Json::as_str).map(|zone| Node {
        value: Value::Str(zone),
        ..argument
    });
    let value = Value::List(evaluation.arena.keep_all(names.collect::<Vec<_>>()));
    take(Resolved {
        value: Ok(Node { value, ..argument }),
        cx: *cx,
    })
}
