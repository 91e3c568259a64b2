//! Reports outputs that pass on the output of another stack. Run by E1016.

use crate::Rule;
use cfn_warden_schema::{Operand, Site, Step, Violation, Violations, Walk, message};

pub static RULE: Rule = Rule::label("W6001", &["outputs", "importvalue"]);

/// Reports a function in the value of an output.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let step = |place| site.cx.trail.nth(place).and_then(|step| step.text());
    if (step(0), step(2)) != (Some("Outputs"), Some("Value")) {
        return;
    }
    let key = site.instance.as_map().and_then(|entries| entries.first()).map(|entry| entry.key);
    let trail = key.map_or(site.cx.trail, |key| site.cx.trail.step(walk.arena, Step::Key(key)));
    let message = message!("The output value {} is an import from another output", [Operand::Value(site.instance)]);
    out.push(Violation { rule: Some(RULE.id), trail, ..site.violation(message) });
}
