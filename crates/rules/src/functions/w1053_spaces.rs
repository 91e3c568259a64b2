//! Reports dynamic references with spaces, which CloudFormation does not resolve.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violation, Violations, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1053"),
    tags: &["functions", "dynamic reference"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::DYNAMIC_REFERENCE_SPACES, check)]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    const MESSAGE: &str = "{} has spaces and will not be resolved as a dynamic reference. Remove spaces from '{{resolve:...}}'";
    let message = message!(MESSAGE, [Operand::Value(assertion.instance)]);
    out.push(Violation {
        rule: Some(RULE.id),
        ..assertion.violation(message)
    });
}
