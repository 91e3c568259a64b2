//! Static checks of a rules file.
//!
//! Checks do not affect verdicts, which are those of cfn-guard.

pub mod checks;
pub mod claim;
pub mod literals;
mod scalar_types;
pub mod walk;

use std::borrow::Cow;

use crate::compile::Key;
use crate::syntax::ast::{self, RulesFile};
use crate::syntax::line_index::LineIndex;
use cfn_warden_syntax::Span;
use cfn_warden_syntax::finding::{Engine, Finding, RuleRef, Severity, Subject};

use walk::{Item, Scope, walk};

/// Returns all texts by which a key of a query is looked up, the key as written first.
pub fn lookup_keys(key: &str) -> Vec<String> {
    Key::new(key.into()).all().map(str::to_owned).collect()
}

/// A static check.
#[derive(Debug)]
pub struct Check {
    /// The ID in reports and suppressions: `unknown-property`.
    pub id: &'static str,
    /// The problem, in one line.
    pub title: &'static str,
    /// How the evaluator handles it, and what to write instead.
    pub description: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// Runs the check.
    pub run: fn(&CheckInput<'_>, &mut Report<'_>),
}

/// The input of checks.
pub struct CheckInput<'f> {
    /// The parsed rules file.
    pub file: &'f RulesFile,
    /// The text of the rules file.
    pub text: &'f str,
}

impl<'f> CheckInput<'f> {
    /// Visits all items of the file.
    pub fn walk(&self, mut visit: impl FnMut(Item<'f, '_>, &Scope<'f>)) {
        walk(self.file, &mut visit);
    }

    /// Returns the text of a span.
    pub fn text_of(&self, span: ast::Span) -> &'f str {
        let offset = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
        self.text.get(offset(span.start)..offset(span.end)).unwrap_or_default()
    }
}

/// Collects the findings of a check.
pub struct Report<'r> {
    check: &'static Check,
    file: &'r str,
    lines: &'r LineIndex<'r>,
    found: &'r mut Vec<Finding>,
}

impl Report<'_> {
    /// Adds a finding.
    pub fn add(&mut self, at: ast::Span, message: impl Into<String>) {
        let offset = |at: u32| self.lines.position(usize::try_from(at).unwrap_or(usize::MAX));
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
            deployments: None,
        });
    }
}

/// Runs all checks on a file that was parsed from `text`. Findings are sorted by position.
pub fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    check_with(file, text, &[])
}

/// Like [`check`], with additional checks, such as those that need resource schemas.
pub fn check_with(file: &RulesFile, text: &str, more: &[&'static Check]) -> Vec<Finding> {
    let lines = LineIndex::new(text);
    let input = CheckInput { file, text };
    let mut found = Vec::new();
    for check in checks::ALL.iter().chain(more).copied() {
        let mut report = Report { check, file: &file.name, lines: &lines, found: &mut found };
        (check.run)(&input, &mut report);
    }
    found.sort_by(|a, b| (a.span, &a.rule.id).cmp(&(b.span, &b.rule.id)));
    found
}
