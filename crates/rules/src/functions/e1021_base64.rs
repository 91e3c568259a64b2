//! Checks the arguments and the result type of `Fn::Base64`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1021"),
    tags: &["functions", "base64"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_BASE64, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/base64",
    output: Types::of(&[Type::String]),
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
}
