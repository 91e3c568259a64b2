//! Settings of a checker.

use std::fmt;

use super::state::Named;
use super::{Checker, Deployments, FailOn, Unknowns};
use crate::engine::View;
use cfn_warden_template::parameter_values::{Literal, ParameterValue};

/// A setting with an invalid value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError(pub(super) String);

impl Checker {
    /// Sets parameter values of templates, by name. A value of a list parameter is split at commas.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Parameters: {Size: {Type: String, AllowedValues: [small, large]}}\n\
    ///                 Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Size}}}\n";
    /// let checker = Checker::new(0).with_parameters([("Size", "huge")]);
    /// assert_eq!(checker.check(&[Document::new("a.yaml", template)]).findings().next().unwrap().rule(), "E2900");
    /// ```
    #[must_use]
    pub fn with_parameters<N: Into<String>, V: Into<String>>(
        mut self,
        values: impl IntoIterator<Item = (N, V)>,
    ) -> Checker {
        let set = self.settings.parameters.get_or_insert_default();
        for (name, value) in values {
            set.set_value(ParameterValue {
                name: name.into(),
                value: Literal::Text(value.into()),
                at: None,
            });
        }
        self
    }

    /// Evaluates Guard rules on templates as they are deployed with the parameter values, and with the defaults of the others:
    /// `check --resolve`.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Parameters: {Name: {Type: String}}\nResources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Name}}}";
    /// let checker = Checker::new(0).with_rules("a.guard", "rule named { Resources.T.Properties.TopicName == 'a' }")?;
    /// let document = Document::new("a.yaml", template);
    /// assert!(checker.with_parameters([("Name", "a")]).resolved().check(&[document]).is_compliant());
    /// # Ok::<(), cfn_warden::RulesError>(())
    /// ```
    #[must_use]
    pub fn resolved(mut self) -> Checker {
        self.settings.view = View::Deployed;
        self
    }

    /// Evaluates Guard rules on deployments of templates.
    ///
    /// ```
    /// use cfn_warden::{Checker, Deployments, Document};
    ///
    /// let template = "Parameters: {Name: {Type: String, AllowedValues: [a, b]}}\n\
    ///                 Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Name}}}\n";
    /// let checker = Checker::new(0)
    ///     .with_rules("a.guard", "rule named { Resources.T.Properties.TopicName IN ['a', 'b'] }")?
    ///     .with_deployments(Deployments::Any);
    /// assert!(checker.check(&[Document::new("a.yaml", template)]).is_compliant());
    /// # Ok::<(), cfn_warden::RulesError>(())
    /// ```
    #[must_use]
    pub fn with_deployments(mut self, deployments: Deployments) -> Checker {
        self.settings.view = deployments.into();
        self
    }

    /// Sets how rules count whose verdict depends on unknown values: on templates they warn by default, on Terraform plans they
    /// fail.
    ///
    /// ```
    /// use cfn_warden::{Checker, Unknowns};
    ///
    /// let checker = Checker::new(0).with_unknowns(Unknowns::Fail);
    /// # let _ = checker;
    /// ```
    #[must_use]
    pub fn with_unknowns(mut self, unknowns: Unknowns) -> Checker {
        self.settings.unknown = Some(unknowns.into());
        self
    }

    /// Sets how parts count that were not seen: `macro=fail,module=ignore`, as docs/verdict.md describes.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0).with_coverage("module=fail")?;
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {A: {Type: Acme::Chat::Topic::MODULE}, Q: {Type: AWS::SQS::Queue}}")]);
    /// assert!(!report.is_compliant());
    /// # Ok::<(), cfn_warden::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// The first invalid entry:
    ///
    /// ```
    /// let error = cfn_warden::Checker::new(0).with_coverage("makro=fail").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown coverage kind `makro`; did you mean `macro`?");
    /// ```
    pub fn with_coverage(mut self, policies: &str) -> Result<Checker, SettingError> {
        self.settings
            .coverage
            .set_listed(policies)
            .map_err(SettingError)?;
        Ok(self)
    }

    /// Merges a document into each document before Guard rules are evaluated: `check --input-params`.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0)
    ///     .with_rules("a.guard", "rule named { Resources.T.Properties.TopicName == AllowedName }")?
    ///     .with_input_parameters("names.yaml", "AllowedName: a");
    /// let template = "Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: a}}}";
    /// assert!(checker.check(&[Document::new("a.yaml", template)]).is_compliant());
    /// # Ok::<(), cfn_warden::RulesError>(())
    /// ```
    #[must_use]
    pub fn with_input_parameters(mut self, name: &str, text: &str) -> Checker {
        self.settings.input_parameters.push(Named {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        self
    }

    /// Sets what makes a report not compliant.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document, FailOn};
    ///
    /// let checker = Checker::new(0).with_fail_on(FailOn::Never);
    /// assert!(checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}, Q: {Type: AWS::SQS::Queue}}")]).is_compliant());
    /// ```
    #[must_use]
    pub fn with_fail_on(mut self, threshold: FailOn) -> Checker {
        self.settings.fail_on = threshold;
        self
    }
}

/// What is wrong, and what is expected.
impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}
