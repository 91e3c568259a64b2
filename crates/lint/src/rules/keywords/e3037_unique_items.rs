//! Implements `uniqueItems` in resource properties. Repeated items in other lists are reported as I3037.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::keywords::repeats;
use cfn_warden_schema::{JsonKind, Operand, Site, Violation, Violations, Walk, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3037"),
    tags: &["resources", "property", "list"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::UNIQUE_ITEMS, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if !repeats(walk, site.instance) {
        return;
    }
    let rule = if site.value.kind() == JsonKind::Bool(true) { None } else { Some(RuleId::new("I3037")) };
    let message = message!("{} has non-unique elements", [Operand::Value(site.instance)]);
    out.push(Violation { rule, ..site.violation(message) });
}
