//! How long the text of a template may be. What comes from standard input is not measured.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Fault, InstancePath, Operand};

/// E1002
pub static RULE: Rule = Rule { id: "E1002", tags: &["limits"], checks: Cow::Borrowed(&[Check::Template(check)]) };

/// How many bytes a template in S3 may have.
pub(super) const MOST: usize = 1_000_000;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if size(lint) > MOST {
        report(lint, sink, "The template file size ({} bytes) exceeds the limit ({} bytes)");
    }
}

/// The bytes of the text; 0 where it comes from standard input.
pub(super) fn size(lint: &Lint<'_, '_>) -> usize {
    if lint.input.name.is_empty() { 0 } else { lint.input.text.len() }
}

pub(super) fn report<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>, words: &'a str) {
    let fault = Fault::new(words, [Operand::Count(size(lint)), Operand::Count(MOST)]);
    sink.report(InstancePath::ROOT.names(lint.arena, ["Template"]), lint.template.root, fault);
}
