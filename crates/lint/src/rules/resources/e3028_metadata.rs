//! Checks the functions in a resource's `Metadata`, which can otherwise contain anything.

use std::borrow::Cow;

use crate::Rule;
use crate::owner::RESOURCE_METADATA;
use crate::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Context, Site, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3028"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Metadata"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/resources/metadata") else { return };
    let table = RESOURCE_METADATA.table(walk, site.cx.table);
    let cx =
        Context { table, base: schema, functions: Functions::PROPERTIES, types: TypeMatching::Converted, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &RESOURCE_METADATA.owner);
}
