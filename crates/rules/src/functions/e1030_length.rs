//! Checks the arguments and the result type of `Fn::Length`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1030"),
    tags: &["functions", "length"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_LENGTH, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/length",
    output: Types::of(&[Type::Integer]),
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::with_language_extensions(RuleId::new("E1030"), &SPEC, evaluation, assertion, out);
}
