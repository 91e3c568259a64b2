//! Reports unknown values of `Domain` in Elastic IP addresses.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::lower;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3700"),
    tags: &["resources", "ec2"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::EC2::EIP/Properties/Domain"];

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(domain) = assertion.instance.as_str() else {
        return;
    };
    if !matches!(lower(domain).as_str(), "standard" | "vpc") {
        const MESSAGE: &str = "{} is not a standard Domain value. Non-standard values are silently converted to 'vpc'.";
        assertion.fail(out, message!(MESSAGE, [Operand::Text(domain)]));
    }
}
