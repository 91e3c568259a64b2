//! Reports secrets that are passed as parameters.

use std::borrow::Cow;

use crate::secrets;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1011"),
    tags: &["functions", "dynamic reference", "ref"],
    checks: Cow::Borrowed(&[Check::Reference(secrets::PATHS, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let is_parameter = assertion
        .instance
        .as_str()
        .is_some_and(|name| evaluation.template.parameter(name).is_some());
    if is_parameter && !assertion.cx.instance_path.in_function() {
        assertion.fail(
            out,
            message!("Use dynamic references over parameters for secrets"),
        );
    }
}
