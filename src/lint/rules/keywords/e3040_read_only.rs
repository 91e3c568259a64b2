//! Properties that only the service sets.
//!
//! In cfn-lint 1.58.0 the rule is attached to the path `*`, which no value of a resource has; so it never runs there, nor
//! here.

use std::borrow::Cow;

use crate::lint::Rule;
use crate::lint::rule::Check;
use crate::schema::{Fault, Operand, Site, Violations, Walk, keyword};

/// E3040
pub static RULE: Rule = Rule {
    id: "E3040",
    title: "Read-only properties are not set",
    description: "A property that the service sets is given a value, which is not passed on and looks like drift",
    source: "https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html#schema-properties-readonlyproperties",
    tags: &["resources", "properties"],
    checks: Cow::Borrowed(&[Check::Value(&["*"], check)]),
};

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(last) = site.cx.cfn.back().next() else { return };
    let path = |pointer: &str| pointer.strip_prefix("/properties/").is_some_and(|rest| site.cx.cfn.ends_with(rest, 3));
    let read_only = site.cx.base.keyword(keyword::READ_ONLY_PROPERTIES);
    if read_only.is_some_and(|all| all.items().filter_map(|pointer| pointer.as_str()).any(path)) {
        site.fail(out, Fault::new("Read only properties are not allowed ({})", [Operand::Text(last)]));
    }
}
