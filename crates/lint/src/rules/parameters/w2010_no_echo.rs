//! Reports `NoEcho` parameters in metadata and outputs.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Step, Violation, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2010"),
    tags: &["functions", "dynamic reference", "ref"],
    checks: Cow::Borrowed(&[Check::Reference(&["*"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(parameter) = site.instance.as_str().and_then(|name| walk.template.parameter(name)) else { return };
    if parameter.is_ssm() || !parameter.is_hidden() {
        return;
    }
    let step = |place| site.cx.trail.nth(place).and_then(|step| step.text());
    let message = match (step(0), step(2)) {
        (Some("Resources"), Some("Metadata")) => {
            message!("Don't use 'NoEcho' parameter {} in resource metadata", [Operand::Value(site.instance)])
        }
        (Some(section @ ("Metadata" | "Outputs")), _) => {
            let operands = [Operand::Value(site.instance), Operand::Text(section)];
            message!("Don't use 'NoEcho' parameter {} in {}", operands)
        }
        _ => return,
    };
    let trail = site.cx.trail.step(walk.arena, Step::Name("Ref"));
    out.push(Violation { trail, rule: Some(RuleId::new("W2010")), ..site.violation(message) });
}
