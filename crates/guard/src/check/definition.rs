//! What a check is, and what it reads and reports.

use std::borrow::Cow;

use super::walk::{Item, Scope, walk};
use crate::syntax::ast::{self, RulesFile};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleRef, Severity};
use cfn_warden_syntax::{LineIndex, Span, Text};

/// A static check. Checks that need more than the rules file have another type of function.
#[derive(Debug)]
pub struct Check<F = fn(&CheckInput<'_>, &mut Report<'_>)> {
    /// The ID in reports and suppressions: `unknown-property`.
    pub id: &'static str,
    /// The problem, in one line.
    pub title: &'static str,
    /// How the evaluator handles it, and what to write instead.
    pub description: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// Runs the check.
    pub run: F,
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
        self.text
            .get(offset(span.start)..offset(span.end))
            .unwrap_or_default()
    }
}

/// Collects the findings of a check.
pub struct Report<'r> {
    rule: RuleRef,
    severity: Severity,
    file: &'r str,
    lines: &'r LineIndex<'r>,
    found: &'r mut Vec<Finding>,
}

impl<F> Check<F> {
    pub(super) fn report<'r>(
        &self,
        file: &'r str,
        lines: &'r LineIndex<'r>,
        found: &'r mut Vec<Finding>,
    ) -> Report<'r> {
        let rule = RuleRef {
            id: Cow::Borrowed(self.id),
            title: Cow::Borrowed(self.title),
            description: Cow::Borrowed(self.description),
            source: Cow::Borrowed(""),
            control: None,
        };
        Report {
            rule,
            severity: self.severity,
            file,
            lines,
            found,
        }
    }
}

impl Report<'_> {
    /// Adds a finding.
    pub fn add(&mut self, at: ast::Span, message: impl Into<String>) {
        let offset = |at: u32| {
            self.lines
                .position(usize::try_from(at).unwrap_or(usize::MAX))
        };
        let span = Span {
            start: offset(at.start),
            end: offset(at.end),
        };
        self.found.push(Finding {
            engine: Engine::Guard,
            rule: self.rule.clone(),
            severity: self.severity,
            message: Text::known(message),
            file: self.file.to_owned(),
            path: None,
            span,
            value_span: Some(span),
            remediation: None,
            fix: None,
            children: Vec::new(),
            aspect: Aspect::Other,
            certainty: Certainty::Certain,
            deployments: None,
            related: Vec::new(),
            documentation: None,
            extent: None,
            identity: None,
            fingerprint: None,
            original_severity: None,
            warn_mode: None,
        });
    }
}
