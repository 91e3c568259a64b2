//! Reports `DependsOn` entries that duplicate a reference.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::reference::EdgeKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3005"),
    tags: &["resources", "dependson", "ref", "getatt"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/DependsOn", "Resources/*/DependsOn/*"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(name), Some(own)) = (site.instance.as_str(), site.cx.trail.nth(1).and_then(|step| step.text())) else {
        return;
    };
    let Some(graph) = walk.template.graph() else { return };
    for edge in graph.between(own, name).iter().filter(|edge| edge.kind != EdgeKind::DependsOn) {
        let Some(holder) = edge.holder else { continue };
        let path = walk.arena.alloc_str(&walk.tree.path(holder.id).to_string());
        let operands = [Operand::Value(site.instance), Operand::Text(edge.kind.label()), Operand::Text(path)];
        site.fail(out, message!("{} dependency already enforced by a {} at {}", operands));
    }
}
