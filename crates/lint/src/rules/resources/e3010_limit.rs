//! How many resources a template may have. (The reference's meaning of `maxProperties` holds below, too.)

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::limits;
use cfn_warden_schema::{Site, Violations, Walk, keyword};

/// E3010
pub static RULE: Rule = Rule {
    id: "E3010",
    title: "Not too many resources",
    description: "A template has more resources than it may have",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    tags: &["resources", "limits"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::MAX_PROPERTIES, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    limits::max_properties("I3010", walk, site, out);
}
