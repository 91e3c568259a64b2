//! Checks the `Rules` section.

use std::borrow::Cow;

use crate::Rule;
use crate::owner::RULES;
use crate::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Context, Site, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule =
    Rule { id: RuleId::new("E1700"), tags: &["rules"], checks: Cow::Borrowed(&[Check::Value(&["Rules"], check)]) };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/rules/configuration") else { return };
    let table = RULES.table(walk, site.cx.table);
    let cx = Context { table, base: schema, types: TypeMatching::Converted, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &RULES.owner);
}
