//! Implements the `format` keyword: JSON Schema's formats, and those with their own rule.

use std::borrow::Cow;

use crate::rule::{Check, Rule};
use cfn_warden_schema::format::Answer;
use cfn_warden_schema::formats;
use cfn_warden_schema::{Assertion, Evaluation, Violation, ViolationKind, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule =
    Rule { id: RuleId::new("E1103"), tags: &[], checks: Cow::Borrowed(&[Check::Keyword(keyword::FORMAT, check)]) };

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(format), Some(text)) = (assertion.value.as_str(), assertion.instance.as_str()) else { return };
    if let Some(standard) = formats::find(format) {
        match (standard.check)(text) {
            Answer::Yes => {}
            Answer::No => {
                assertion.fail(out, ViolationKind::Format { instance: assertion.instance, format, pattern: None });
            }
            Answer::Raised(reason) => {
                // cfn-lint reports the exception that its own check raises.
                assertion.fail(out, ViolationKind::FormatError { format, error: evaluation.arena.alloc_str(&reason) });
            }
        }
        return;
    }
    let Some((rule, own)) = evaluation.rules.formats.get(format) else { return };
    if own.exception.is_some_and(|exception| exception(assertion.cx, text)) || evaluation.begins(own.pattern, text) {
        return;
    }
    let kind = ViolationKind::Format { instance: assertion.instance, format, pattern: Some(own.pattern) };
    out.push(Violation { rule: Some(*rule), ..assertion.violation(kind) });
}
