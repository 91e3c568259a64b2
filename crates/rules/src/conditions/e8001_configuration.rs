//! Checks the `Conditions` section.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::corrections;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::{ResourceReferences, TypeMatching};
use cfn_warden_schema::{Assertion, Context, Evaluation, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E8001"),
    tags: &["conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Conditions"], check)]),
};

const OWNER: Owner = Owner {
    rule: RuleId::new("E8001"),
    by_keyword: &[],
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = corrections::document(evaluation, "other/conditions/conditions") else {
        return;
    };
    let cx = Context {
        functions: Functions::CONDITIONS,
        resources: ResourceReferences::Forbidden,
        types: TypeMatching::Converted,
        base: schema,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(mark, &OWNER);
}
