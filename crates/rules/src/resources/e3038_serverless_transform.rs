//! Reports SAM resources in templates without the SAM transform.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::template::SERVERLESS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3038"),
    tags: &["resources", "transform"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Type"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion
        .instance
        .as_str()
        .filter(|_| !evaluation.template.is_serverless())
    else {
        return;
    };
    if kind.starts_with("AWS::Serverless::") {
        let operands = [
            Operand::Value(assertion.instance),
            Operand::Text(SERVERLESS),
        ];
        assertion.fail(
            out,
            message!("{} type used without the serverless transform {}", operands),
        );
    }
}
