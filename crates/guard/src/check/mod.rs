//! What is suspicious in a rules file, before any document is seen.
//!
//! None of it changes a verdict: the evaluator gives the reference's, whatever is said here.

pub mod checks;
pub mod claim;
pub mod literals;
mod readings;
pub mod walk;

use std::borrow::Cow;

use crate::compile::Key;
use crate::syntax::ast::{self, RulesFile};
use crate::syntax::place::Places;
use cfn_warden_syntax::Span;
use cfn_warden_syntax::finding::{Engine, Finding, RuleRef, Severity, Subject};

use walk::{Item, Scope, walk};

/// Every text that a key of a query is looked for by, the one that is written first.
pub fn spellings(key: &str) -> Vec<String> {
    Key::new(key.into()).all().map(str::to_owned).collect()
}

/// A kind of mistake.
#[derive(Debug)]
pub struct Check {
    /// What it is called.
    pub id: &'static str,
    /// One line: what is wrong.
    pub title: &'static str,
    /// What the evaluator makes of it, and what to write instead.
    pub description: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// Looks for it.
    pub run: fn(&Facts<'_>, &mut Report<'_>),
}

/// What checks look at.
pub struct Facts<'f> {
    /// The file.
    pub file: &'f RulesFile,
    /// Its text.
    pub text: &'f str,
}

impl<'f> Facts<'f> {
    /// Visits everything in the file.
    pub fn walk(&self, mut visit: impl FnMut(Item<'f, '_>, &Scope<'f>)) {
        walk(self.file, &mut visit);
    }

    /// The text of a span.
    pub fn text_of(&self, span: ast::Span) -> &'f str {
        let offset = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
        self.text.get(offset(span.start)..offset(span.end)).unwrap_or_default()
    }
}

/// Where a check says what it found.
pub struct Report<'r> {
    check: &'static Check,
    file: &'r str,
    places: &'r Places<'r>,
    found: &'r mut Vec<Finding>,
}

impl Report<'_> {
    /// Something at a place.
    pub fn add(&mut self, at: ast::Span, message: impl Into<String>) {
        let offset = |at: u32| self.places.position(usize::try_from(at).unwrap_or(usize::MAX));
        let span = Span { start: offset(at.start), end: offset(at.end) };
        self.found.push(Finding {
            engine: Engine::Guard,
            rule: RuleRef {
                id: Cow::Borrowed(self.check.id),
                title: Cow::Borrowed(self.check.title),
                description: Cow::Borrowed(self.check.description),
                source: Cow::Borrowed(""),
            },
            severity: self.check.severity,
            message: message.into(),
            file: self.file.to_owned(),
            path: None,
            span,
            value_span: Some(span),
            remediation: None,
            children: Vec::new(),
            subject: Subject::Other,
        });
    }
}

/// Everything suspicious in a file, in the order of the text; `text` is what the file was parsed from.
pub fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    check_with(file, text, &[])
}

/// [`check`], with checks that need more than the language: what documents can hold.
pub fn check_with(file: &RulesFile, text: &str, more: &[&'static Check]) -> Vec<Finding> {
    let places = Places::new(text);
    let facts = Facts { file, text };
    let mut found = Vec::new();
    for check in checks::ALL.iter().chain(more).copied() {
        let mut report = Report { check, file: &file.name, places: &places, found: &mut found };
        (check.run)(&facts, &mut report);
    }
    found.sort_by(|a, b| (a.span, &a.rule.id).cmp(&(b.span, &b.rule.id)));
    found
}
