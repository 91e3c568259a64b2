//! Reports parameter types that CloudFormation accepts but does not document.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::parameter::{DOCUMENTED_TYPES, is_tolerated_type};

pub static RULE: Rule = Rule {
    id: RuleId::new("W2002"),
    tags: &["parameters"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters/*/Type"], check)]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion.instance.as_str() else {
        return;
    };
    if is_tolerated_type(kind) && !DOCUMENTED_TYPES.contains(&kind) {
        const MESSAGE: &str = "{} is not an officially documented CloudFormation parameter type. While CloudFormation may accept \
                     this type, it will not validate the parameter value.";
        assertion.fail(out, message!(MESSAGE, [Operand::Value(assertion.instance)]));
    }
}
