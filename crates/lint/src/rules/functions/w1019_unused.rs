//! Reports unused variables of `Fn::Sub`. Run by E1019.

use crate::Rule;
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Operand, Site, Step, Violation, Violations, Walk, message};
use cfn_warden_syntax::Entry;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule::label("W1019", &["functions", "sub"]);

/// Reports variables that the string does not use.
pub fn check<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    (text, own): (&'a str, &'a [Entry<'a>]),
    out: &mut Violations<'a>,
) {
    if walk.options.compat.has(Quirk::UnusedVariables) {
        return;
    }
    let is_used = |variable: &&Entry<'a>| sub_names(text).any(|name| variable.key.as_str() == Some(name));
    for variable in own.iter().filter(|variable| !is_used(variable)) {
        let trail = site.cx.trail.step(walk.arena, Step::Name("Fn::Sub")).step(walk.arena, Step::Index(1));
        let trail = trail.step(walk.arena, Step::Key(variable.key));
        let message = message!("Parameter {} not used in 'Fn::Sub'", [Operand::Value(variable.key)]);
        out.push(Violation { rule: Some(RULE.id), trail, ..site.violation(message) });
    }
}
