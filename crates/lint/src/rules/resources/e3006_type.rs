//! Checks that a resource type exists in the configured regions.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3006"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion.instance.get("Type").and_then(|kind| kind.as_str()) else { return };
    if kind.starts_with("Custom::") || kind.ends_with("::MODULE") {
        return;
    }
    let mask = evaluation.knowledge.regions(kind);
    for region in assertion.cx.regions.iter().filter(|region| !region.is_in(mask)) {
        let operands = [Operand::Text(kind), Operand::Text(region.name())];
        assertion.fail_at(
            evaluation,
            out,
            Step::Name("Type"),
            message!("Resource type {} does not exist in {}", operands),
        );
    }
}
