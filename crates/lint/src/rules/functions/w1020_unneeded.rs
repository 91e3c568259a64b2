//! Reports `Fn::Sub` without variables, except in SAM templates. Run by E1019.

use crate::Rule;
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Site, Step, Violation, Violations, Walk, message};

pub static RULE: Rule = Rule::label("W1020", &["functions", "sub"]);

/// Reports a string without variables.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, text: &'a str, out: &mut Violations<'a>) {
    if walk.template.is_serverless() || sub_names(text).next().is_some() {
        return;
    }
    let trail = site.cx.trail.step(walk.arena, Step::Name("Fn::Sub"));
    let message = message!("'Fn::Sub' isn't needed because there are no variables");
    out.push(Violation { rule: Some(RULE.id), trail, ..site.violation(message) });
}
