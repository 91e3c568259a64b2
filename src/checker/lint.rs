//! Settings of the linter.

use super::Checker;
use cfn_warden_engine as engine;
use cfn_warden_lint::options;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::Region;

impl Checker {
    /// Lints all documents: one that is not a template is a finding.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0).lint_all();
    /// let report = checker.check(&[Document::new("a.yaml", "Name: a")]);
    /// assert!(report.findings().any(|finding| finding.rule() == "E1001"));
    /// ```
    #[must_use]
    pub fn lint_all(mut self) -> Checker {
        self.settings.lint = crate::engine::Linting::All;
        self
    }

    /// Runs lint rules with these ID prefixes whatever templates suppress.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(0).with_mandatory_checks(["E3"]);
    /// # let _ = checker;
    /// ```
    #[must_use]
    pub fn with_mandatory_checks<R: Into<String>>(
        mut self,
        prefixes: impl IntoIterator<Item = R>,
    ) -> Checker {
        self.settings
            .mandatory
            .extend(prefixes.into_iter().map(R::into));
        self
    }

    /// Runs experimental lint rules, too.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(0).with_experimental_checks();
    /// # let _ = checker;
    /// ```
    #[must_use]
    pub fn with_experimental_checks(mut self) -> Checker {
        self.settings.is_experimental = true;
        self
    }

    /// Sets an option of a lint rule.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(0).with_rule_option("E3012", "strict", "true");
    /// # let _ = checker;
    /// ```
    #[must_use]
    pub fn with_rule_option(mut self, rule: &str, option: &str, value: &str) -> Checker {
        let options = self
            .settings
            .rule_options
            .get_or_insert_default()
            .entry(rule.to_owned())
            .or_default();
        options.insert(option.to_owned(), vec![value.to_owned()]);
        self
    }

    /// Lists what templates suppress in metadata and comments, and reports it all the same.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "# cfn-lint: disable=E3006\nResources: {T: {Type: AWS::SNS::Topics}}\n";
    /// let document = Document::new("a.yaml", template);
    /// assert_eq!(Checker::new(0).check(&[document]).findings().count(), 0);
    /// assert_eq!(Checker::new(0).deny_suppressions().check(&[document]).findings().count(), 1);
    /// ```
    #[must_use]
    pub fn deny_suppressions(mut self) -> Checker {
        self.settings.suppressions = TemplateSuppressions::Deny;
        self
    }
}

/// Returns what is wrong with the ID of a lint rule, or a prefix of IDs; `None` if a rule has it. A misspelled ID has no effect
/// in [`Checker::without_checks`] and [`Checker::with_checks`].
///
/// ```
/// use cfn_warden::unknown_rule;
///
/// assert_eq!(unknown_rule("E3"), None);
/// assert_eq!(unknown_rule("E3O12").as_deref(), Some("unknown rule ID `E3O12`; did you mean `E3012`?"));
/// ```
pub fn unknown_rule(id: &str) -> Option<String> {
    engine::unknown_rule(id)
}

/// Returns what is wrong with the name of a region; `None` if there is one. [`Checker::with_regions`] does not check names.
///
/// ```
/// use cfn_warden::unknown_region;
///
/// assert_eq!(unknown_region("eu-west-1"), None);
/// assert!(unknown_region("eu-west-11").unwrap().contains("eu-west-1"));
/// ```
pub fn unknown_region(name: &str) -> Option<String> {
    Region::named(name).is_none().then(|| Region::unknown(name))
}

/// Returns what is wrong with an option of a lint rule and its value: the ID of the rule, the name, or the value.
///
/// ```
/// use cfn_warden::invalid_rule_option;
///
/// assert_eq!(invalid_rule_option("E3012", "strict", "true"), None);
/// let problem = invalid_rule_option("E3012", "Strict", "true");
/// assert_eq!(problem.as_deref(), Some("unknown option `Strict` of E3012; did you mean `strict`?"));
/// ```
pub fn invalid_rule_option(rule: &str, option: &str, value: &str) -> Option<String> {
    unknown_rule(rule).or_else(|| options::problem(rule, option, value))
}
