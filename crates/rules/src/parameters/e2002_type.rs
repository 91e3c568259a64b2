//! Checks the type of a parameter.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::parameter::{DOCUMENTED_TYPES, is_tolerated_type};

pub static RULE: Rule = Rule {
    id: RuleId::new("E2002"),
    tags: &["parameters"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters/*/Type"], check)]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = assertion.instance.as_str() else {
        return;
    };
    if !DOCUMENTED_TYPES.contains(&kind) && !is_tolerated_type(kind) {
        let operands = [
            Operand::Value(assertion.instance),
            Operand::Names(DOCUMENTED_TYPES),
        ];
        assertion.fail(out, message!("{} is not one of {}", operands));
    }
}
