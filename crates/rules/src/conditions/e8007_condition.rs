//! Checks the arguments and the result type of `Condition`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E8007"),
    tags: &["functions", "condition"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::CONDITION, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/condition",
    output: Types::of(&[Type::Boolean]),
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
}
