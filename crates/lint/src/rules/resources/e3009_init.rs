//! Checks `AWS::CloudFormation::Init` in the metadata of a resource.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Context, Owner, Site, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3009"),
    tags: &["resources", "cloudformation init"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Metadata/AWS::CloudFormation::Init"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/resources/cfn_init") else { return };
    let cx = Context { base: schema, functions: Functions::PROPERTIES, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &Owner { rule: RULE.id, by_keyword: &[] });
}
