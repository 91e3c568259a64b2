//! Reports circular dependencies between resources.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, RelatedValue, Step, message};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::reference::VertexKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3004"),
    tags: &[
        "resources",
        "circularly",
        "dependson",
        "ref",
        "sub",
        "getatt",
    ],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let Some(graph) = lint.template.graph() else {
        return;
    };
    for edge in graph.cycles(lint.template.root, &mut |edges| {
        lint.evaluation.budget.spend(edges)
    }) {
        let (Some(source), Some(target)) = (graph.vertex(edge.source), graph.vertex(edge.target))
        else {
            continue;
        };
        // SAM expands a resource to several, so that the cycle may not exist after the transform.
        let plain = |holder| matches!(holder, VertexKind::Resource(kind) if !kind.starts_with("AWS::Serverless::"));
        if !plain(source.holder) || !plain(target.holder) {
            continue;
        }
        let Some(entry) = lint
            .template
            .root
            .get("Resources")
            .and_then(|node| node.entry(source.name))
        else {
            continue;
        };
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        const MESSAGE: &str =
            "Circular Dependencies for resource {}. Circular dependency with [{}]";
        let names = [Operand::Plain(source.name), Operand::Plain(target.name)];
        let path = InstancePath::ROOT.names(lint.arena, ["Resources", target.name]);
        let related = [RelatedValue {
            path,
            text: "a resource of the cycle",
            is_mutual: true,
        }];
        sink.report_with(
            instance_path,
            entry.value,
            message!(MESSAGE, names),
            lint.arena.keep_all(related.to_vec()),
        );
    }
}
