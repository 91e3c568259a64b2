//! Checks that a resource type exists in the configured regions.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3006"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion
        .instance
        .get("Type")
        .and_then(|kind| kind.as_str())
    else {
        return;
    };
    if kind.starts_with("Custom::") || kind.ends_with("::MODULE") {
        return;
    }
    let mask = evaluation.knowledge.regions(kind);
    if mask == 0 && evaluation.template.has_macro() && !evaluation.options.compat.has(Quirk::Macros)
    {
        return;
    }
    if mask == 0 && is_of_other_vendor(kind) && !evaluation.options.compat.has(Quirk::OtherVendors)
    {
        return;
    }
    for region in assertion
        .cx
        .regions
        .iter()
        .filter(|region| !region.is_in(mask))
    {
        if is_excluded(evaluation, assertion, region.name()) {
            continue;
        }
        let operands = [Operand::Text(kind), Operand::Text(region.name())];
        assertion.fail_at(
            evaluation,
            out,
            Step::Name("Type"),
            message!("Resource type {} does not exist in {}", operands),
        );
    }
}

/// Returns whether a type is not one of AWS's: an account has private types, and activates those of third parties. The part that
/// is not linted is listed.
fn is_of_other_vendor(kind: &str) -> bool {
    !kind.starts_with("AWS::") && kind.split("::").count() == 3
}

/// Returns whether the condition of a resource is false in all deployments in a region.
fn is_excluded(evaluation: &Evaluation<'_>, assertion: &Assertion<'_, '_>, region: &str) -> bool {
    let condition = assertion
        .instance
        .get("Condition")
        .and_then(|condition| condition.as_str());
    condition.is_some_and(|condition| {
        !evaluation
            .template
            .logic()
            .can_hold_in_region(condition, region)
    })
}
