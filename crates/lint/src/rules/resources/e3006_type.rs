//! Checks that a resource type exists in the configured regions.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Step, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3006"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = site.instance.get("Type").and_then(|kind| kind.as_str()) else { return };
    if kind.starts_with("Custom::") || kind.ends_with("::MODULE") {
        return;
    }
    let mask = walk.knowledge.regions(kind);
    for region in site.cx.regions.iter().filter(|region| !region.is_in(mask)) {
        let operands = [Operand::Text(kind), Operand::Text(region.name())];
        site.fail_at(walk, out, Step::Name("Type"), message!("Resource type {} does not exist in {}", operands));
    }
}
