//! Reports strings that are the name of a pseudo parameter.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violation, Violations, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1054"),
    tags: &["functions", "pseudo-parameter"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::RAW_PSEUDO_PARAMETER, check)]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let name = assertion.instance.as_str().unwrap_or_default();
    const MESSAGE: &str = "{} is a pseudo-parameter and should probably be used as 'Ref: {}' instead of a plain string";
    let message = message!(
        MESSAGE,
        [Operand::Value(assertion.instance), Operand::Plain(name)]
    );
    out.push(Violation {
        rule: Some(RULE.id),
        ..assertion.violation(message)
    });
}
