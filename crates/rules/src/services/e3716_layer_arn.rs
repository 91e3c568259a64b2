//! Checks the ARNs of Lambda layers.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::region::Partition;
use cfn_warden_template::{Compat, Quirk, Region};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3716"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::Lambda::Function/Properties/Layers/*"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(text) = assertion.instance.as_str() else {
        return;
    };
    let length = text.chars().count();
    for region in assertion.cx.regions.iter().map(Region::name) {
        let limit = 176_usize
            .saturating_add(partition(region, evaluation.options.compat).len())
            .saturating_add(region.len());
        if length > limit {
            let operands = [
                Operand::Text(text),
                Operand::Count(limit),
                Operand::Text(region),
            ];
            assertion.fail(out, message!("{} is longer than {} in {}", operands));
        }
    }
}

/// Returns the partition of a region, with `Quirk::Partitions` as cfn-lint determines it.
fn partition(region: &str, compat: Compat) -> &'static str {
    match region {
        _ if !compat.has(Quirk::Partitions) => Partition::of(region).name,
        _ if region.starts_with("us-isof-") => "aws-iso",
        _ if region.starts_with("eusc-") => "aws-iso-f",
        _ => Partition::of(region).name,
    }
}
