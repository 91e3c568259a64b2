//! Checks the functions in a resource's `Metadata`, which can otherwise contain anything.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::owner::RESOURCE_METADATA;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3028"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Metadata"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation.knowledge.document("other/resources/metadata") else {
        return;
    };
    let table = RESOURCE_METADATA.table(evaluation, assertion.cx.table);
    let cx = Context {
        table,
        base: schema,
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(mark, &RESOURCE_METADATA.owner);
}
