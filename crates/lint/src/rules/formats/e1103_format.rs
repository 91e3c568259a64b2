//! Implements the `format` keyword: JSON Schema's formats, and those with their own rule.

use std::borrow::Cow;

use crate::rule::{Check, Rule};
use cfn_warden_schema::format::Answer;
use cfn_warden_schema::formats;
use cfn_warden_schema::{Site, Violation, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule =
    Rule { id: RuleId::new("E1103"), tags: &[], checks: Cow::Borrowed(&[Check::Keyword(keyword::FORMAT, check)]) };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(format), Some(text)) = (site.value.as_str(), site.instance.as_str()) else { return };
    if let Some(standard) = formats::find(format) {
        match (standard.check)(text) {
            Answer::Yes => {}
            Answer::No => {
                site.fail(out, ViolationKind::Format { instance: site.instance, format, pattern: None });
            }
            Answer::Raised(reason) => {
                // cfn-lint reports the exception that its own check raises.
                site.fail(out, ViolationKind::FormatError { format, error: walk.arena.alloc_str(&reason) });
            }
        }
        return;
    }
    let Some((rule, own)) = walk.rules.formats.get(format) else { return };
    if own.exception.is_some_and(|exception| exception(site.cx, text)) || walk.begins(own.pattern, text) {
        return;
    }
    let kind = ViolationKind::Format { instance: site.instance, format, pattern: Some(own.pattern) };
    out.push(Violation { rule: Some(*rule), ..site.violation(kind) });
}
