//! How many resources a template may have. (The reference's meaning of `maxProperties` holds below, too.)

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::limits;
use cfn_warden_schema::{Site, Violations, Walk, keyword};

/// E3010
pub static RULE: Rule = Rule {
    id: "E3010",
    tags: &["resources", "limits"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::MAX_PROPERTIES, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    limits::max_properties("I3010", walk, site, out);
}
