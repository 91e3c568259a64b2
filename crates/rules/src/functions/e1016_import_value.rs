//! Checks the arguments and the result type of `Fn::ImportValue`.

use std::borrow::Cow;

use super::w6001_import;
use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec, SCALAR};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1016"),
    tags: &["functions", "importvalue"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_IMPORT_VALUE, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/importvalue",
    output: SCALAR,
    resolved_rule: None,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
    w6001_import::check(evaluation, assertion, out);
}
