//! Checks the `Conditions` section.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::mode::{ResourceReferences, TypeMatching};
use cfn_warden_schema::{Context, Owner, Site, Violations, Walk};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E8001"),
    tags: &["conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Conditions"], check)]),
};

const OWNER: Owner = Owner { rule: RuleId::new("E8001"), by_keyword: &[] };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/conditions/conditions") else { return };
    let cx = Context {
        functions: Functions::CONDITIONS,
        resources: ResourceReferences::Forbidden,
        types: TypeMatching::Converted,
        base: schema,
        ..*site.cx
    };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &OWNER);
}
