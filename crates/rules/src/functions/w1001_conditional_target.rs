//! Reports references to a resource that does not exist in every scenario.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::path::{conditions_on_path, missing};
use cfn_warden_template::reference::{EdgeKind, VertexKind};

pub static RULE: Rule = Rule {
    id: RuleId::new("W1001"),
    tags: &[
        "conditions",
        "resources",
        "relationships",
        "ref",
        "getatt",
        "sub",
    ],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let (template, Some(graph)) = (lint.template, lint.template.graph()) else {
        return;
    };
    for edge in graph
        .edges()
        .filter(|edge| edge.kind != EdgeKind::DependsOn)
    {
        let (Some(target), Some(holder)) = (graph.vertex(edge.target), edge.holder) else {
            continue;
        };
        let known = graph
            .vertex(edge.source)
            .is_some_and(|source| source.holder != VertexKind::Unknown);
        if !known || !matches!(target.holder, VertexKind::Resource(_)) {
            continue;
        }
        // Most resources have no condition, so that the path need not be checked.
        if template
            .resource(target.name)
            .is_some_and(|resource| resource.node.get("Condition").is_none())
        {
            continue;
        }
        let way = conditions_on_path(lint.tree, template.root, holder.id);
        let Some(scenario) = missing(template.logic(), template.root, &way, target.name) else {
            continue;
        };
        let when = scenario.iter().map(|(name, holds)| {
            let holds = if *holds { "True" } else { "False" };
            format!("when condition '{name}' is {holds}")
        });
        let message = format!(
            "{} to resource '{}' that may not be available {} at {}",
            edge.kind.label(),
            target.name,
            when.collect::<Vec<_>>().join(" and "),
            lint.tree.path(holder.id)
        );
        let message = Message::text(lint.arena.alloc_str(&message));
        sink.report(
            InstancePath::of(lint.arena, lint.tree, holder.id),
            holder,
            message,
        );
    }
}
