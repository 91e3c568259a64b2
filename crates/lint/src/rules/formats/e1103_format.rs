//! Implements the `format` keyword: JSON Schema's formats, and those with their own rule.

use std::borrow::Cow;

use crate::registry::FORMATS;
use crate::rule::{Check, Rule};
use cfn_warden_schema::formats::{self, Answer};
use cfn_warden_schema::{Fault, Operand, Site, Violation, Violations, Walk, keyword};

pub static RULE: Rule =
    Rule { id: "E1103", tags: &[], checks: Cow::Borrowed(&[Check::Keyword(keyword::FORMAT, check)]) };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(format), Some(text)) = (site.value.as_str(), site.instance.as_str()) else { return };
    if let Some(standard) = formats::find(format) {
        match (standard.check)(text) {
            Answer::Yes => {}
            Answer::No => {
                site.fail(out, Fault::new("{} is not a {}", [Operand::Value(site.instance), Operand::Text(format)]));
            }
            Answer::Raised(reason) => {
                // cfn-lint reports the exception that its own check raises.
                let reason = walk.arena.alloc_str(&reason);
                site.fail(out, Fault::new("Exception {} raised while validating 'format'", [Operand::Text(reason)]));
            }
        }
        return;
    }
    let Some((rule, own)) = FORMATS.get(format) else { return };
    if own.exception.is_some_and(|exception| exception(site.cx, text)) || walk.begins(own.pattern, text) {
        return;
    }
    let operands = [Operand::Value(site.instance), Operand::Text(format), Operand::Text(own.pattern)];
    let fault = Fault::new("{} is not a {} with pattern {}", operands);
    out.push(Violation { rule: Some(rule), ..site.violation(fault) });
}
