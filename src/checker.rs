//! The library's interface: documents in, a report out.

mod category;
mod choice;
mod filter;
mod finding;
mod group;
mod inputs;
mod knowledge;
mod lint;
mod not_seen;
mod outcome;
mod rules;
mod settings;
mod state;

use std::fmt;

pub use self::category::Category;
pub use self::choice::{ChoiceError, Deployments, FailOn, RuleLevel, Unknowns};
pub use self::filter::Filter;
pub use self::group::Group;
pub use self::inputs::nested_templates;
pub use self::lint::{invalid_rule_option, unknown_region, unknown_rule};
pub use self::not_seen::NotSeen;
pub use self::outcome::{Status, Summary};
pub use self::rules::packs;
pub use self::settings::SettingError;
use self::state::{Named, Settings};
use crate::engine::{self, Cache, Linting, Run};
use crate::report::{self, Paint};
use cfn_warden_guard::Rules;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::{self as syntax, Severity};

/// Checks documents against CloudFormation's schemas and Guard rules.
///
/// A checker does no IO and may be used from several threads; it caches compiled rules.
///
/// ```
/// use cfn_warden::{Checker, Document};
///
/// let checker = Checker::new(1_790_000_000)
///     .with_rules("topics.guard", "rule topics_are_encrypted { Resources.*.Properties.KmsMasterKeyId exists }")?;
/// let template = "Resources:\n  Alerts:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: alerts}\n";
/// let report = checker.check(&[Document::new("alerts.yaml", template)]);
///
/// let rules: Vec<&str> = report.findings().map(|finding| finding.rule()).collect();
/// assert_eq!(rules, ["E3002", "topics_are_encrypted"]);
/// assert!(!report.is_compliant());
/// # Ok::<(), cfn_warden::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    rules: Vec<Named>,
    now: i64,
    knowledge: Knowledge,
    settings: Settings,
    cache: Cache,
}

/// A document to check: a CloudFormation template, a Terraform plan, or any other YAML or JSON.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d> {
    name: &'d str,
    content: &'d [u8],
}

/// The result of [`Checker::check`].
#[derive(Debug)]
pub struct Report<'d> {
    run: Run<'d>,
}

/// A violated rule at a position of a document.
#[derive(Debug, Clone, Copy)]
pub struct Finding<'r>(&'r syntax::Finding, &'r [engine::Document<'r>]);

/// Something that could not be checked. A report with one is never compliant.
#[derive(Debug, Clone, Copy)]
pub struct Incomplete<'r>(&'r engine::Incomplete);

/// A rules file that does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesError(String);

impl Checker {
    /// A checker that lints templates and has no Guard rules yet.
    ///
    /// `now` is in seconds since 1970 (UTC). Rules about deprecated runtimes and the Guard function `now` use it.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(1_790_000_000);
    /// assert!(checker.check(&[]).is_compliant());
    /// ```
    pub fn new(now: i64) -> Checker {
        Checker {
            rules: Vec::new(),
            now,
            knowledge: engine::bundled_knowledge(),
            settings: Settings::default(),
            cache: Cache::default(),
        }
    }

    /// Adds a file of Guard rules; `name` appears in findings.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(0).with_rules("a.guard", "rule named { Name exists }")?;
    /// # Ok::<(), cfn_warden::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// The rules do not parse:
    ///
    /// ```
    /// let error = cfn_warden::Checker::new(0).with_rules("a.guard", "rule named {").unwrap_err();
    /// assert!(error.to_string().contains("a.guard"));
    /// ```
    pub fn with_rules(mut self, name: &str, text: &str) -> Result<Checker, RulesError> {
        if let Err(errors) = Rules::parse(name, text) {
            let lines = errors.iter().map(|error| {
                format!(
                    "{name}:{}:{}: {}",
                    error.position.line,
                    error.position.column,
                    error.sentence()
                )
            });
            return Err(RulesError(lines.collect::<Vec<_>>().join("\n")));
        }
        self.rules.push(Named {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        Ok(self)
    }

    /// Turns the linter off: only Guard rules are evaluated.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let checker = Checker::new(0).without_lint().with_rules("a.guard", "rule named { Name exists }")?;
    /// assert!(checker.check(&[Document::new("a.json", r#"{"Name": "a"}"#)]).is_compliant());
    /// # Ok::<(), cfn_warden::RulesError>(())
    /// ```
    #[must_use]
    pub fn without_lint(mut self) -> Checker {
        self.settings.lint = Linting::Off;
        self
    }

    /// Lints for these regions instead of `us-east-1`.
    ///
    /// ```
    /// let checker = cfn_warden::Checker::new(0).with_regions(["eu-west-1", "ap-south-1"]);
    /// # let _ = checker;
    /// ```
    #[must_use]
    pub fn with_regions<R: Into<String>>(
        mut self,
        regions: impl IntoIterator<Item = R>,
    ) -> Checker {
        self.settings.regions = Some(regions.into_iter().map(R::into).collect());
        self
    }

    /// Skips lint rules with these ID prefixes.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Parameters: {Unused: {Type: String}}\nResources: {Topic: {Type: AWS::SNS::Topic}}";
    /// let checker = Checker::new(0).without_checks(["W2001"]);
    /// assert_eq!(checker.check(&[Document::new("a.yaml", template)]).findings().count(), 0);
    /// ```
    #[must_use]
    pub fn without_checks<R: Into<String>>(
        mut self,
        prefixes: impl IntoIterator<Item = R>,
    ) -> Checker {
        self.settings
            .ignored
            .extend(prefixes.into_iter().map(R::into));
        self
    }

    /// Runs informational lint rules with these ID prefixes, too.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Resources: {Queue: {Type: AWS::SQS::Queue}}";
    /// let checker = Checker::new(0).with_checks(["I3011"]);
    /// assert!(checker.check(&[Document::new("a.yaml", template)]).findings().all(|found| found.rule() == "I3011"));
    /// ```
    #[must_use]
    pub fn with_checks<R: Into<String>>(
        mut self,
        prefixes: impl IntoIterator<Item = R>,
    ) -> Checker {
        self.settings
            .included
            .extend(prefixes.into_iter().map(R::into));
        self
    }

    /// Treats warnings as errors: a report with a warning is not compliant.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Parameters: {Unused: {Type: String}}\nResources: {Topic: {Type: AWS::SNS::Topic}}";
    /// assert!(!Checker::new(0).fail_on_warnings().check(&[Document::new("a.yaml", template)]).is_compliant());
    /// ```
    #[must_use]
    pub fn fail_on_warnings(mut self) -> Checker {
        self.settings.fail_on = engine::FailOn::Warning;
        self
    }

    /// Checks documents. Input that cannot be read is listed in [`Report::incomplete`]; the rest is checked.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let documents = [Document::new("good.yaml", "Resources: {Topic: {Type: AWS::SNS::Topic}}"), Document::new("bad.yaml", "{")];
    /// let checker = Checker::new(0);
    /// let report = checker.check(&documents);
    /// assert_eq!(report.incomplete().map(|one| one.file().to_owned()).collect::<Vec<_>>(), ["bad.yaml"]);
    /// ```
    pub fn check<'d>(&'d self, documents: &[Document<'d>]) -> Report<'d> {
        self.check_with(documents, &[])
    }
}

impl<'d> Document<'d> {
    /// A document; `name` appears in findings and does not have to be a path.
    ///
    /// ```
    /// let document = cfn_warden::Document::new("template.json", r#"{"Resources": {}}"#);
    /// assert_eq!(document.name(), "template.json");
    /// ```
    pub fn new(name: &'d str, content: &'d (impl AsRef<[u8]> + ?Sized)) -> Document<'d> {
        Document {
            name,
            content: content.as_ref(),
        }
    }

    /// The name that findings show.
    pub fn name(&self) -> &'d str {
        self.name
    }
}

impl Report<'_> {
    /// Whether everything was checked and nothing is violated that [`Checker`] fails on.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[]);
    /// assert!(report.is_compliant());
    /// ```
    pub fn is_compliant(&self) -> bool {
        self.run.status().is_pass()
    }

    /// The findings, by document, line and rule.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// let finding = report.findings().next().unwrap();
    /// assert_eq!((finding.rule(), finding.file()), ("E3006", "a.yaml"));
    /// ```
    pub fn findings(&self) -> impl Iterator<Item = Finding<'_>> {
        self.run
            .findings
            .iter()
            .map(|finding| Finding(finding, &self.run.documents))
    }

    /// What could not be checked.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: [")]);
    /// assert_eq!(report.incomplete().count(), 1);
    /// assert!(!report.is_compliant());
    /// ```
    pub fn incomplete(&self) -> impl Iterator<Item = Incomplete<'_>> {
        self.run.incomplete.iter().map(Incomplete)
    }

    /// The report in a format of [`formats`]; `None` for an unknown name.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// let sarif = report.render("sarif").unwrap();
    /// assert!(sarif.contains("\"ruleId\": \"E3006\""));
    /// assert_eq!(report.render("pdf"), None);
    /// ```
    pub fn render(&self, format: &str) -> Option<String> {
        let mut out = Vec::new();
        report::by_name(format)?
            .write(&self.run, Paint::Plain, &mut out)
            .ok()?;
        String::from_utf8(out).ok()
    }
}

/// The names of the formats that [`Report::render`] knows.
///
/// ```
/// assert!(cfn_warden::formats().any(|name| name == "json"));
/// ```
pub fn formats() -> impl Iterator<Item = &'static str> {
    report::formats::ALL.iter().map(|format| format.name)
}

impl<'r> Finding<'r> {
    /// The ID of the lint rule or the name of the Guard rule.
    pub fn rule(&self) -> &'r str {
        &self.0.rule.id
    }

    /// The severity: error, warning or informational.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document, Severity};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert!(report.findings().all(|finding| finding.severity() == Severity::Error));
    /// ```
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// The message, in one or more sentences.
    pub fn message(&self) -> &'r str {
        &self.0.message
    }

    /// The name of the document.
    pub fn file(&self) -> &'r str {
        &self.0.file
    }

    /// Where the finding starts: line and column, both counted from 1.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources:\n  T:\n    Type: AWS::SNS::Topics")]);
    /// assert_eq!(report.findings().next().unwrap().position().line, 3);
    /// ```
    pub fn position(&self) -> Position {
        self.0.span.start
    }

    /// The keys and indices that lead to the value, joined by `/`; `None` if the finding is about the whole document.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert_eq!(report.findings().next().unwrap().path().as_deref(), Some("Resources/T/Type"));
    /// ```
    pub fn path(&self) -> Option<String> {
        self.0.path.as_ref().map(ToString::to_string)
    }

    /// How to fix it, if the rule says so.
    pub fn remediation(&self) -> Option<&'r str> {
        self.0.remediation.as_deref()
    }
}

impl<'r> Incomplete<'r> {
    /// Why it could not be checked.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: [")]);
    /// assert!(!report.incomplete().next().unwrap().message().is_empty());
    /// ```
    pub fn message(&self) -> &'r str {
        &self.0.message
    }

    /// The name of the document or rules file.
    pub fn file(&self) -> &'r str {
        &self.0.file
    }

    /// The position of the problem, if it has one.
    pub fn position(&self) -> Option<Position> {
        self.0.at
    }
}

/// Each error with its file, line and column, one in a line.
impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}
