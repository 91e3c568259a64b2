//! A check: its documents, the request that it makes, and its result.

use super::state::Named;
use super::{Checker, Document, Report};
use crate::engine::{self, Fingerprints, Input, Request};
use cfn_warden_lint::Fixes;

impl Checker {
    /// Like [`Checker::check`], with the templates of nested stacks that the documents refer to, which are not checked
    /// themselves. [`nested_templates`] returns their names.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document, nested_templates};
    ///
    /// let template = "Resources: {Inner: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: inner.yaml}}}\n\
    ///                 Outputs: {Name: {Value: !GetAtt Inner.Outputs.Nam}}\n";
    /// let inner = "Resources: {Topic: {Type: AWS::SNS::Topic}}\nOutputs: {Name: {Value: !Ref Topic}}\n";
    /// let document = Document::new("stacks/outer.yaml", template);
    /// assert_eq!(nested_templates(&document), ["stacks/inner.yaml"]);
    ///
    /// let checker = Checker::new(0);
    /// let report = checker.check_with(&[document], &[Document::new("stacks/inner.yaml", inner)]);
    /// assert!(report.findings().any(|finding| finding.message().contains("did you mean `Outputs.Name`?")));
    /// ```
    pub fn check_with<'d>(
        &'d self,
        documents: &[Document<'d>],
        nested: &[Document<'d>],
    ) -> Report<'d> {
        let request = self.request(documents, nested);
        Report {
            run: engine::check(&request, &self.cache),
        }
    }

    fn request<'d>(&'d self, documents: &[Document<'d>], nested: &[Document<'d>]) -> Request<'d> {
        let settings = &self.settings;
        let mut base = Request::for_deployment(
            cfn_warden_rules::bundled(),
            self.knowledge.clone(),
            self.now,
        );
        settings.policy.apply_to(&mut base);
        let mut request = Request {
            documents: documents.iter().map(Document::input).collect(),
            nested_templates: nested.iter().map(Document::input).collect(),
            rules: self.rules.iter().map(Named::input).collect(),
            severities: &settings.severities,
            waivers: &settings.waivers,
            lint: settings.lint,
            view: settings.view,
            unknown: settings.unknown,
            coverage: settings.coverage.clone(),
            input_parameters: settings.input_parameters.iter().map(Named::input).collect(),
            fail_on: settings.fail_on,
            // Formats are chosen later: SARIF has fingerprints, JSON has cfn-guard's report.
            fingerprints: Fingerprints::Computed,
            guard_report: true,
            ..base
        };
        let lint = &mut request.lint_settings;
        lint.fixes = Fixes::Compute;
        (lint.regions, lint.suppressions) = (settings.regions.clone(), settings.suppressions);
        (lint.ignore_checks, lint.include_checks) = (
            Some(settings.ignored.clone()),
            Some(settings.included.clone()),
        );
        (lint.mandatory_checks, lint.configure_rules) =
            (settings.mandatory.clone(), settings.rule_options.clone());
        lint.include_experimental = settings.is_experimental.then_some(true);
        lint.parameter_sets = settings.parameters.iter().cloned().collect();
        request
    }
}

impl<'d> Document<'d> {
    fn input(&self) -> Input<'d> {
        Input {
            name: self.name,
            content: self.content,
        }
    }
}

/// Returns the paths of the nested-stack templates that a template refers to, for callers that can read them.
///
/// ```
/// use cfn_warden::{Document, nested_templates};
///
/// assert!(nested_templates(&Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}")).is_empty());
/// ```
pub fn nested_templates(document: &Document<'_>) -> Vec<String> {
    engine::nested_templates(document.name, document.content)
}
