//! When the text of a template comes close to how long it may be.

use std::borrow::Cow;

use super::e1002_size::{MOST, report, size};
use crate::Rule;
use crate::rule::{Check, Lint, Sink};

/// I1002
pub static RULE: Rule = Rule { id: "I1002", tags: &["limits"], checks: Cow::Borrowed(&[Check::Template(check)]) };

const NEARLY: usize = MOST / 10 * 9;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if (NEARLY.saturating_add(1)..=MOST).contains(&size(lint)) {
        report(lint, sink, "The template file size ({} bytes) is approaching the limit ({} bytes)");
    }
}
