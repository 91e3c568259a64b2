//! Reports `NoEcho` parameters in metadata and outputs.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violation, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2010"),
    tags: &["functions", "dynamic reference", "ref"],
    checks: Cow::Borrowed(&[Check::Reference(&["*"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(parameter) = assertion
        .instance
        .as_str()
        .and_then(|name| evaluation.template.parameter(name))
    else {
        return;
    };
    if parameter.is_ssm() || !parameter.is_hidden() {
        return;
    }
    let step = |place| {
        assertion
            .cx
            .instance_path
            .nth(place)
            .and_then(|step| step.text())
    };
    let message = match (step(0), step(2)) {
        (Some("Resources"), Some("Metadata")) => {
            message!(
                "Don't use 'NoEcho' parameter {} in resource metadata",
                [Operand::Value(assertion.instance)]
            )
        }
        (Some(section @ ("Metadata" | "Outputs")), _) => {
            let operands = [Operand::Value(assertion.instance), Operand::Text(section)];
            message!("Don't use 'NoEcho' parameter {} in {}", operands)
        }
        _ => return,
    };
    let instance_path = assertion
        .cx
        .instance_path
        .step(evaluation.arena, Step::Name("Ref"));
    out.push(Violation {
        instance_path,
        rule: Some(RuleId::new("W2010")),
        ..assertion.violation(message)
    });
}
