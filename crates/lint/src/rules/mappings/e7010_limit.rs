//! How many keys a mapping may have.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::limits;
use cfn_warden_schema::{Site, Violations, Walk, keyword};

/// E7010
pub static RULE: Rule = Rule {
    id: "E7010",
    title: "Not too many keys in a mapping",
    description: "A mapping, or one of its keys, has more keys than it may have",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    tags: &["mappings", "limits"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::MAX_PROPERTIES, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    limits::max_properties("I7010", walk, site, out);
}
