//! Checks the `Resources` section: names and attributes of resources.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::render;
use cfn_warden_lint::owner::RESOURCES;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Message, Step, Violation, Violations, keyword,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, NodeId};
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3001"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation
        .knowledge
        .document("other/resources/configuration")
    else {
        return;
    };
    let cx = Context {
        table: RESOURCES.table(evaluation, assertion.cx.table),
        base: schema,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(mark, &RESOURCES.owner);
    if evaluation.template.has_macro() && !evaluation.options.compat.has(Quirk::Macros) {
        out.retain_since(mark, |one| {
            one.rule != Some(RULE.id) || !is_of_attribute(one, assertion)
        });
    }
    if !evaluation.options.compat.has(Quirk::ResourceDescription) {
        out.retain_since(mark, |one| {
            !is_of_attribute(one, assertion)
                || !is_description(one, assertion)
                || is_serverless(one.instance)
        });
    }
    // Consecutive violations are usually about the same map, so the last result is cached.
    let mut cached: Option<(NodeId, bool)> = None;
    for violation in out
        .since(mark)
        .iter_mut()
        .filter(|violation| is_of_attribute(violation, assertion))
    {
        let hit = cached.filter(|(id, _)| *id == violation.instance.id);
        let (id, is_ignored) =
            hit.unwrap_or_else(|| (violation.instance.id, is_serverless(violation.instance)));
        cached = Some((id, is_ignored));
        if !is_ignored {
            continue;
        }
        let message = render(&violation.kind).replace(
            "Additional properties are not allowed",
            "Additional resource properties are ignored by the SAM transform",
        );
        violation.kind = Message::text(evaluation.arena.alloc_str(&message)).into();
        violation.rule = Some(RuleId::new("W3001"));
    }
}

/// Returns whether a violation is about an unsupported attribute of a resource.
fn is_of_attribute<'a>(violation: &Violation<'a>, assertion: &Assertion<'a, '_>) -> bool {
    violation.keyword == keyword::ADDITIONAL_PROPERTIES && depth(violation, assertion) >= 2
}

/// Returns how deep in the section `Resources` a violation is: 2 for an attribute of a resource.
fn depth<'a>(violation: &Violation<'a>, assertion: &Assertion<'a, '_>) -> u32 {
    let section = assertion.cx.instance_path.len();
    violation.instance_path.len().saturating_sub(section)
}

/// Returns whether a violation is about the attribute `Description` of a resource, which CloudFormation accepts and does not
/// document. Connectors of SAM do not have it.
fn is_description<'a>(violation: &Violation<'a>, assertion: &Assertion<'a, '_>) -> bool {
    match violation.instance_path.last() {
        Some(Step::Key(key)) if depth(violation, assertion) == 2 => {
            key.as_str() == Some("Description")
        }
        _ => false,
    }
}

/// Returns whether a resource has a SAM type.
fn is_serverless(resource: Node<'_>) -> bool {
    let kind = resource.get("Type").and_then(|kind| kind.as_str());
    kind.is_some_and(|kind| kind.starts_with("AWS::Serverless::"))
}
