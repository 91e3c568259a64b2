//! Checks `UpdatePolicy`.

use std::borrow::Cow;

use super::e3055_creation_policy::is_bare_select;
use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Context, Operand, Owner, Site, Step, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3016"),
    tags: &["resources", "updatepolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if let Some(policy) = site.instance.entry("UpdatePolicy").filter(|entry| is_bare_select(walk, entry.value)) {
        let message = message!("{} is not of type 'object'", [Operand::Value(policy.value)]);
        return site.fail_at(walk, out, Step::Key(policy.key), message);
    }
    let Some(schema) = walk.knowledge.document("other/resources/update_policy") else { return };
    let cx = Context { base: schema, functions: Functions::PROPERTIES, types: TypeMatching::Converted, ..*site.cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &Owner { rule: RuleId::new("E3016"), by_keyword: &[] });
}
