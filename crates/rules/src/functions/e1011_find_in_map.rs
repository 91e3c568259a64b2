//! Checks the arguments and the result type of `Fn::FindInMap`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1011"),
    tags: &["functions", "findinmap"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_FIND_IN_MAP, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/findinmap",
    output: Types::of(&[
        Type::Array,
        Type::Boolean,
        Type::Integer,
        Type::Number,
        Type::String,
    ]),
    resolved_rule: Some(RuleId::new("W1034")),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
}
