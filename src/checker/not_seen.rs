//! Parts of documents that were not seen.

use super::Report;
use crate::engine::coverage::{self, Policy};
use cfn_warden_syntax::Position;

/// A part of a document that was not checked: a macro, a module, a resource type without a known schema.
#[derive(Debug, Clone, Copy)]
pub struct NotSeen<'r>(&'r coverage::NotSeen);

impl<'r> NotSeen<'r> {
    /// The kind: `macro`, `unknown_type`, `nested_stack` and others that docs/verdict.md describes.
    pub fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Whether the report is not compliant because of it.
    pub fn fails(&self) -> bool {
        self.0.policy == Policy::Fail
    }

    /// Why it was not seen.
    pub fn message(&self) -> &'r str {
        &self.0.reason
    }

    /// The name of the document, or of the rules file for `rule_not_applied`.
    pub fn file(&self) -> &'r str {
        &self.0.file
    }

    /// The keys and indices that lead to the part, joined by `/`; `None` for the whole document.
    pub fn path(&self) -> Option<String> {
        self.0.path.as_ref().map(ToString::to_string)
    }

    /// The position of the part, if it has one.
    pub fn position(&self) -> Option<Position> {
        self.0.span.map(|span| span.start)
    }
}

impl Report<'_> {
    /// The parts of documents that were not seen, except those whose policy is `ignore` ([`Checker::with_coverage`]).
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: Acme::Chat::Topic}, Q: {Type: AWS::SQS::Queue}}")]);
    /// let part = report.not_seen().next().unwrap();
    /// assert_eq!((part.kind(), part.path().as_deref(), part.fails()), ("unknown_type", Some("Resources/T"), false));
    /// ```
    ///
    /// [`Checker::with_coverage`]: super::Checker::with_coverage
    pub fn not_seen(&self) -> impl Iterator<Item = NotSeen<'_>> {
        self.run.coverage.not_seen.iter().map(NotSeen)
    }
}
