//! Checks the arguments and the result type of `Fn::Join`.

use std::borrow::Cow;

use super::i1022_sub;
use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1022"),
    tags: &["functions", "join"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_JOIN, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/join",
    output: Types::of(&[Type::String]),
    resolved_rule: Some(RuleId::new("W1032")),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        types: TypeMatching::Exact,
        ..*assertion.cx
    };
    function::check(
        &SPEC,
        evaluation,
        &Assertion {
            cx: &cx,
            ..*assertion
        },
        out,
    );
    i1022_sub::check(evaluation, assertion, out);
}
