//! Reports templates that are close to the size limit.

use std::borrow::Cow;

use super::e1002_size::{MAX_BYTES, report, size};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::MessageFormat;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("I1002"),
    tags: &["limits"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const WARNING_BYTES: usize = MAX_BYTES / 10 * 9;

const NEAR: MessageFormat<2> =
    MessageFormat::new("The template file size ({} bytes) is approaching the limit ({} bytes)");

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if (WARNING_BYTES.saturating_add(1)..=MAX_BYTES).contains(&size(lint)) {
        report(lint, sink, NEAR);
    }
}
