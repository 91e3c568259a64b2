//! Checks the arguments and the result type of `Fn::Equals`.

use std::borrow::Cow;

use super::w8003_constant_equals;
use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E8003"),
    tags: &["functions", "equals"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_EQUALS, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/equals",
    output: Types::of(&[Type::Boolean]),
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, evaluation, assertion, &mut found);
    if found.is_empty() {
        w8003_constant_equals::check(assertion, &mut found);
    }
    out.extend(found);
}
