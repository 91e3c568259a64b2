//! Keywords below which attached rules run again.

use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations, keywords};

/// Implements `patternProperties` for the schema of a section, in which attached rules run again.
pub fn pattern_properties<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*assertion.cx };
    keywords::pattern_properties_check(evaluation, &Assertion { cx: &cx, ..*assertion }, out);
}

/// Implements `properties`; see [`pattern_properties`].
pub fn properties<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*assertion.cx };
    keywords::properties_check(evaluation, &Assertion { cx: &cx, ..*assertion }, out);
}

/// Implements `additionalProperties`; see [`pattern_properties`].
pub fn additional_properties<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*assertion.cx };
    keywords::additional_properties_check(evaluation, &Assertion { cx: &cx, ..*assertion }, out);
}
