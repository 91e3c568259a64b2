//! Reports `DependsOn` entries that duplicate a reference.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Evaluation, InstancePath, Operand, RelatedValue, Violation, Violations, message,
};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;
use cfn_warden_template::reference::EdgeKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3005"),
    tags: &["resources", "dependson", "ref", "getatt"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/*/DependsOn", "Resources/*/DependsOn/*"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(name), Some(own)) = (
        assertion.instance.as_str(),
        assertion
            .cx
            .instance_path
            .nth(1)
            .and_then(|step| step.text()),
    ) else {
        return;
    };
    // Only the CDK writes what its resources depend on.
    if evaluation.template.is_from_cdk() && !evaluation.options.compat.has(Quirk::CdkOrder) {
        return;
    }
    let Some(graph) = evaluation.template.graph() else {
        return;
    };
    let edges = graph.between(own, name);
    // An entry is compared with the edges of all entries.
    if !evaluation.spend((edges.len() / 4) as u64) {
        return;
    }
    for edge in edges.iter().filter(|edge| edge.kind != EdgeKind::DependsOn) {
        let Some(holder) = edge.holder else { continue };
        let path = evaluation
            .arena
            .alloc_str(&evaluation.tree.path(holder.id).to_string());
        let operands = [
            Operand::Value(assertion.instance),
            Operand::Text(edge.kind.label()),
            Operand::Text(path),
        ];
        let path = InstancePath::of(evaluation.arena, evaluation.tree, holder.id);
        let reference = RelatedValue {
            path,
            text: "the reference",
            is_mutual: false,
        };
        let message = message!("{} dependency already enforced by a {} at {}", operands);
        out.push(Violation {
            related: evaluation.arena.keep_all(vec![reference]),
            ..assertion.violation(message)
        });
    }
}
