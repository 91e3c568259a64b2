//! Keywords below which attached rules run again.

use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Context, Site, Violations, Walk, keywords};

/// Implements `patternProperties` for the schema of a section, in which attached rules run again.
pub fn pattern_properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::pattern_properties_check(walk, &Site { cx: &cx, ..*site }, out);
}

/// Implements `properties`; see [`pattern_properties`].
pub fn properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::properties_check(walk, &Site { cx: &cx, ..*site }, out);
}

/// Implements `additionalProperties`; see [`pattern_properties`].
pub fn additional_properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::additional_properties_check(walk, &Site { cx: &cx, ..*site }, out);
}
