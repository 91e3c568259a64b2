//! Checks the tags of a resource: unique keys, no reserved prefix.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Context, Site, Violations, Walk, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3024"),
    tags: &["parameters", "resources", "tags"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::TAGGING, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.value.keyword(keyword::TAGGABLE).and_then(|taggable| taggable.as_bool()) != Some(true) {
        return;
    }
    let Some(schema) = walk.knowledge.document("other/resources/tagging") else { return };
    let mark = out.len();
    walk.check(&Context { attached_rules: AttachedRules::Skip, ..*site.cx }, schema, site.instance, out);
    out.since(mark).iter_mut().for_each(|violation| violation.keyword = keyword::TAGGING);
}
