//! Implements `uniqueItems` in resource properties. Repeated items in other lists are reported as I3037.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::keywords::repeats;
use cfn_warden_schema::{
    Assertion, Evaluation, JsonKind, Operand, Violation, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3037"),
    tags: &["resources", "property", "list"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::UNIQUE_ITEMS, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !repeats(evaluation, assertion.instance) {
        return;
    }
    let rule = if assertion.value.kind() == JsonKind::Bool(true) {
        None
    } else {
        Some(RuleId::new("I3037"))
    };
    let message = message!(
        "{} has non-unique elements",
        [Operand::Value(assertion.instance)]
    );
    out.push(Violation {
        rule,
        ..assertion.violation(message)
    });
}
