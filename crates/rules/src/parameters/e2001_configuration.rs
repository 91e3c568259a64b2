//! Checks the `Parameters` section.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::owner::PARAMETERS;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E2001"),
    tags: &["parameters"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation
        .knowledge
        .document("other/parameters/configuration")
    else {
        return;
    };
    let table = PARAMETERS.table(evaluation, assertion.cx.table);
    let cx = Context {
        table,
        base: schema,
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(mark, &PARAMETERS.owner);
}
