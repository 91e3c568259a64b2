//! More about findings.

use std::fmt;

use super::{Category, Finding};
use crate::engine;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::Engine;

impl<'r> Finding<'r> {
    /// The engine that reports it: `lint`, `guard` or `terraform`.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert_eq!(report.findings().next().unwrap().engine(), "lint");
    /// ```
    pub fn engine(&self) -> &'static str {
        Engine::name(self.0.engine)
    }

    /// What the rule is about.
    ///
    /// ```
    /// # use cfn_warden::{Category, Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert_eq!(report.findings().next().unwrap().category(), Category::Resources);
    /// ```
    pub fn category(&self) -> Category {
        Category::of(self.0)
    }

    /// The title of the rule, one line; `None` for Guard rules without one.
    pub fn title(&self) -> Option<&'r str> {
        Some(&*self.0.rule.title).filter(|title| !title.is_empty())
    }

    /// The logical ID of the resource that it is about.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// let finding = report.findings().next().unwrap();
    /// assert_eq!((finding.resource(), finding.resource_type()), (Some("T"), Some("AWS::SNS::Topics")));
    /// ```
    pub fn resource(&self) -> Option<&'r str> {
        self.0.resource()
    }

    /// What fails inside the resource or section, with items of lists by their values; empty for the whole. Rule, resource and
    /// part identify a finding.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert_eq!(report.findings().next().unwrap().part(), Some("Type"));
    /// ```
    pub fn part(&self) -> Option<&'r str> {
        Some(self.0.identity.as_deref()?.part.as_str())
    }

    /// The type of that resource.
    pub fn resource_type(&self) -> Option<&'r str> {
        self.found()?.type_name.as_deref()
    }

    /// The path of the construct of the AWS CDK that declares that resource.
    pub fn construct(&self) -> Option<&'r str> {
        Some(self.found()?.construct.as_ref()?.path.as_str())
    }

    fn found(&self) -> Option<&'r engine::FoundResource> {
        let document = self
            .1
            .iter()
            .find(|document| document.name == self.0.file)?;
        document.resource(self.resource()?)
    }

    /// Where the finding ends: line and column, both counted from 1.
    pub fn end(&self) -> Position {
        self.0.span.end
    }

    /// The URL of the documentation; for a Guard rule, where it is written.
    pub fn documentation(&self) -> Option<&'r str> {
        Some(self.0.documentation()).filter(|text| !text.is_empty())
    }

    /// Whether the policy only warns of it: it does not count, whatever its severity.
    pub fn is_enforced(&self) -> bool {
        self.0.warn_mode.is_none()
    }

    /// The findings that led to it: the failed branches of an `anyOf`.
    pub fn causes(&self) -> impl Iterator<Item = Finding<'r>> {
        let documents = self.1;
        self.0
            .children
            .iter()
            .map(move |child| Finding(child, documents))
    }
}

/// `RULE message (FILE:LINE:COLUMN)`
impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.position();
        write!(
            f,
            "{} {} ({}:{line}:{column})",
            self.rule(),
            self.message(),
            self.file()
        )
    }
}
