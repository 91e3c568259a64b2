//! Checks the `Mappings` section.

use std::borrow::Cow;

use crate::Rule;
use crate::owner::MAPPINGS;
use crate::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Context, Site, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E7001"),
    tags: &["mappings"],
    checks: Cow::Borrowed(&[Check::Value(&["Mappings"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/mappings/configuration") else { return };
    let table = MAPPINGS.table(walk, site.cx.table);
    let cx = Context { table, base: schema, types: TypeMatching::Converted, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &MAPPINGS.owner);
}
