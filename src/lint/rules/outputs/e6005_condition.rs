//! An output's `Condition`.

use std::borrow::Cow;

use crate::lint::Rule;
use crate::lint::rule::Check;
use crate::schema::{Fault, Operand, Site, Violations, Walk};

/// E6005
pub static RULE: Rule = Rule {
    id: "E6005",
    title: "An output's condition is declared",
    description: "An output names a condition that the template does not declare",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html",
    tags: &["outputs", "conditions"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Condition"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = site.instance.as_str() else { return };
    let conditions = &walk.template.conditions;
    if !conditions.has(name) {
        let operands = [Operand::Value(site.instance), Operand::Names(walk.arena.alloc_slice_copy(conditions.names()))];
        site.fail(out, Fault::new("{} is not one of {}", operands));
    }
}
