//! Checks `AWS::CloudFormation::Init` in the metadata of a resource.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Context, Evaluation, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3009"),
    tags: &["resources", "cloudformation init"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/*/Metadata/AWS::CloudFormation::Init"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation.knowledge.document("other/resources/cfn_init") else {
        return;
    };
    let cx = Context {
        base: schema,
        functions: Functions::PROPERTIES,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule: RULE.id,
            by_keyword: &[],
        },
    );
}
