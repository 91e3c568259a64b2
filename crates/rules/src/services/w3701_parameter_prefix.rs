//! Checks the names of SSM parameters.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3701"),
    tags: &["resources", "ssm"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::SSM::Parameter/Properties/Name"];

const NAME: &str = r"(?i)^((?!aws|ssm)[\w.-]+|/(?!aws|ssm)[\w.-]+(/[\w.-]+)*)$";

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = assertion.instance.as_str() else {
        return;
    };
    if !evaluation.begins(NAME, name) {
        const MESSAGE: &str = "{} does not match the recommended pattern. Parameter names beginning with 'aws' or 'ssm' are \
                     reserved and may not be available for all users.";
        assertion.fail(out, message!(MESSAGE, [Operand::Text(name)]));
    }
}
