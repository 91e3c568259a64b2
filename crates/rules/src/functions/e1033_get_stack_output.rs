//! Checks the arguments and the result type of `Fn::GetStackOutput`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec, SCALAR};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1033"),
    tags: &["functions", "getstackoutput"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_STACK_OUTPUT, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/getstackoutput",
    output: SCALAR,
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
}
