//! Reports SAM attributes in templates without the SAM transform.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::template::SERVERLESS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3066"),
    tags: &["resources", "transform"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/*/Connectors", "Resources/*/IgnoreGlobals"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if evaluation.template.is_serverless() {
        return;
    }
    let attribute = assertion
        .cx
        .instance_path
        .last()
        .and_then(|step| step.text())
        .unwrap_or_default();
    let operands = [Operand::Text(attribute), Operand::Text(SERVERLESS)];
    assertion.fail(
        out,
        message!(
            "{} is a SAM resource attribute that requires the serverless transform {}",
            operands
        ),
    );
}
