//! Checks that the default cache behavior of a distribution refers to one of its origins.

use std::borrow::Cow;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Context, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3057"),
    tags: &["properties", "cloudfront"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::CloudFront::Distribution/Properties/DistributionConfig"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (target, cx) in evaluation.values(
        assertion.cx,
        assertion.instance,
        &["DefaultCacheBehavior", "TargetOriginId"],
    ) {
        let Some(target) = target.and_then(|target| target.as_str()) else {
            continue;
        };
        let Some(ids) = others(evaluation, &cx, assertion.instance, target) else {
            continue;
        };
        let ids = evaluation.arena.alloc_slice_copy(&ids);
        let message = message!(
            "{} is not one of {}",
            [Operand::Text(target), Operand::Names(ids)]
        );
        related::fail_at(assertion, out, cx.instance_path, message);
    }
}

/// Returns the IDs of all origins and origin groups; `None` if one of them is or may be the target.
fn others<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    config: Node<'a>,
    target: &str,
) -> Option<Vec<&'a str>> {
    let origins = evaluation.values(cx, config, &["Origins", "*", "Id"]);
    let groups = evaluation.values(cx, config, &["OriginGroups", "Items", "*", "Id"]);
    let is_there = |id: &Option<Node<'a>>| id.is_some_and(|id| !matches!(id.value, Value::Null));
    let groups = groups.into_iter().filter(|(id, _)| is_there(id));
    let ids = origins
        .into_iter()
        .chain(groups)
        .map(|(id, _)| id?.as_str().filter(|id| *id != target));
    ids.collect()
}
