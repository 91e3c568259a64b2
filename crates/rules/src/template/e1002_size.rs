//! Checks the size of a template. Standard input is not checked.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, MessageFormat, Operand};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1002"),
    tags: &["limits"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Maximum size of a template in S3, in bytes.
pub(super) const MAX_BYTES: usize = 1_000_000;

const EXCEEDED: MessageFormat<2> =
    MessageFormat::new("The template file size ({} bytes) exceeds the limit ({} bytes)");

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if size(lint) > MAX_BYTES {
        report(lint, sink, EXCEEDED);
    }
}

/// Returns the size of the text in bytes; 0 for standard input.
pub(super) fn size(lint: &Lint<'_, '_>) -> usize {
    if lint.input.name.is_empty() {
        0
    } else {
        lint.input.text.len()
    }
}

pub(super) fn report<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>, format: MessageFormat<2>) {
    let message = Message::new(
        format,
        [Operand::Count(size(lint)), Operand::Count(MAX_BYTES)],
    );
    sink.report(
        InstancePath::ROOT.names(lint.arena, ["Template"]),
        lint.template.root,
        message,
    );
}
