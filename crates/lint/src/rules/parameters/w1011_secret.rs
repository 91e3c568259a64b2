//! Reports secrets that are passed as parameters.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::secrets;
use cfn_warden_schema::{Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1011"),
    tags: &["functions", "dynamic reference", "ref"],
    checks: Cow::Borrowed(&[Check::Reference(secrets::PATHS, check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let is_parameter = site.instance.as_str().is_some_and(|name| walk.template.parameter(name).is_some());
    if is_parameter && !site.cx.trail.in_function() {
        site.fail(out, message!("Use dynamic references over parameters for secrets"));
    }
}
