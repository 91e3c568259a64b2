//! Checks the arguments and the result type of `Fn::ToJsonString`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1031"),
    tags: &["functions", "toJsonString"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_TO_JSON_STRING, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/tojsonstring",
    output: Types::of(&[Type::String]),
    resolved_rule: Some(RuleId::new("W1040")),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::with_language_extensions(RuleId::new("E1031"), &SPEC, evaluation, assertion, out);
}
