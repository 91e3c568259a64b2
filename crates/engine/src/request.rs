//! Requests to the engine.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::configuration::Configuration;
use super::coverage::Policies;
use super::enforcement::Enforcements;
use super::fail_on::FailOn;
use super::input::Input;
use super::waivers::{Target, Waiver};
use cfn_warden_guard::{self as guard, Language};
use cfn_warden_lint as lint;
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::Values;
use cfn_warden_syntax::Path;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_template::DerivationLimits;

/// A text in place of values that are not known.
#[derive(Debug, Clone, Copy)]
pub struct Placeholder<'r> {
    /// The text.
    pub text: &'static str,
    /// The paths of these values. Elsewhere, the text is an ordinary value.
    pub paths: &'r [Path],
}

/// Documents, rules and settings of a run.
#[derive(Debug, Clone, Default)]
pub struct Request<'r> {
    /// The documents to check.
    pub documents: Vec<Input<'r>>,
    /// Nested-stack templates that documents refer to, by path; not checked themselves.
    pub nested_templates: Vec<Input<'r>>,
    /// The regions in which documents are deployed, by name of the document. Those of `lint_settings` come first.
    pub regions: BTreeMap<&'r str, &'r str>,
    /// Nested stacks whose templates are documents of the run although their addresses do not say so, such as those of assemblies of
    /// the AWS CDK: names of documents and logical IDs.
    pub nested_stacks: BTreeSet<(&'r str, &'r str)>,
    /// Values of the documents that are not known, on deployments.
    pub placeholder: Option<Placeholder<'r>>,
    /// The Terraform configurations, whose plans are documents.
    pub configurations: &'r [Configuration],
    /// The Guard rules to evaluate on each document.
    pub rules: Vec<Input<'r>>,
    /// The controls to evaluate on each template.
    pub controls: &'r [Arc<Control>],
    /// Whether a name is that of a rule that other runs have: waivers and severities may name it.
    pub is_other_rule: Option<fn(&str) -> bool>,
    /// If not empty, only rules that read one of these sections count.
    pub rules_reading: &'r [&'r str],
    /// The dialect and semantics of the rules.
    pub language: Language,
    /// Which documents to lint.
    pub lint: Linting,
    /// The linter's settings.
    pub lint_settings: lint::Settings,
    /// The severities that replace those of rules.
    pub severities: &'r [SeverityOverride],
    /// How the rules count, if a policy says.
    pub enforcements: Option<&'r Enforcements>,
    /// The waivers that do not come from documents.
    pub waivers: &'r [Waiver],
    /// How waivers count that nothing in this run needs.
    pub waiver_check: WaiverCheck,
    /// The account and stack that the documents are deployed to.
    pub target: Target<'r>,
    /// The limits of rule evaluation.
    pub guard_limits: guard::Limits,
    /// The view of templates that Guard evaluates.
    pub view: View,
    /// How rules count whose verdict depends on unknown values, on deployments of a template and on Terraform plans; `None` for
    /// [`UnknownPolicy::of_templates`] and [`UnknownPolicy::of_plans`].
    pub unknown: Option<UnknownPolicy>,
    /// A document whose sections replace the sections with the same names in each document, such as the ones that a
    /// Hook adds.
    pub context: Option<Input<'r>>,
    /// The coverage policies.
    pub coverage: Policies,
    /// Documents that are merged into each document for Guard, in front of it.
    pub input_parameters: Vec<Input<'r>>,
    /// The minimum severity that makes the run not compliant.
    pub fail_on: FailOn,
    /// Whether findings have fingerprints, for baselines and SARIF.
    pub fingerprints: Fingerprints,
    /// Whether to return cfn-guard's report of each document.
    pub guard_report: bool,
    /// Whether to return cfn-guard-lambda's records.
    pub record: Record,
    /// The order of findings.
    pub order: FindingOrder,
    /// Whether documents keep their texts, for reports that show source lines.
    pub texts: SourceTexts,
    /// Whether to mask secret values.
    pub values: Values,
    /// The current time in seconds since the Unix epoch, for rules that use it.
    pub now: i64,
    /// Cancels the work; unfinished documents become `Incomplete` entries.
    pub cancel: Cancel<'r>,
}

/// How waivers count that nothing in a run needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WaiverCheck {
    /// Waivers of unknown rules are errors, and unused ones are listed: the waivers are those of the documents.
    #[default]
    Complete,
    /// Neither, for files: they hold the waivers of other accounts, stacks and rules, too.
    SharedFiles,
    /// Neither: the rules of other runs on the same documents are not known.
    Shared,
    /// No waiver applies, not even one in a document: cfn-lint and cfn-guard have none.
    Off,
}

/// The order of findings in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FindingOrder {
    /// By document, line and rule.
    #[default]
    Place,
    /// By engine, then by document, line and rule: positions mean little in documents that CloudFormation made.
    Engine,
}

/// A severity for some rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeverityOverride {
    /// The name of a rule, a prefix of the IDs of lint rules, or a pattern in which `*` matches any characters.
    pub rule: String,
    /// The severity.
    pub level: SeverityLevel,
}

/// The severity of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeverityLevel {
    /// The findings have this severity.
    Is(Severity),
    /// The findings are removed.
    Off,
}

/// Whether documents of a run keep their texts: secrets in them must be masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SourceTexts {
    /// They do.
    #[default]
    Kept,
    /// They do not.
    Omitted,
}

/// Whether findings have fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fingerprints {
    /// They do not.
    #[default]
    Omitted,
    /// They do.
    Computed,
}

impl<'r> Request<'r> {
    /// Returns a request of a front end that answers whether documents may be deployed: templates are linted, by the rules
    /// about deployment, too, and waivers apply.
    pub fn for_deployment(
        lint_rules: lint::RuleSet,
        knowledge: Knowledge,
        now: i64,
    ) -> Request<'r> {
        Request {
            lint_settings: lint::Settings {
                deployment_rules: true,
                ..lint::Settings::new(lint_rules, knowledge)
            },
            now,
            ..Request::default()
        }
    }

    /// Returns a request of a front end that shows what rules say of documents, as cfn-lint and cfn-guard do: no document is
    /// linted unless the caller says so, and no waiver applies.
    pub fn for_rules(knowledge: Knowledge, now: i64) -> Request<'r> {
        Request {
            lint: Linting::Off,
            lint_settings: lint::Settings {
                knowledge,
                ..lint::Settings::default()
            },
            waiver_check: WaiverCheck::Off,
            now,
            ..Request::default()
        }
    }

    /// Returns the limits on what loops and functions of a template derive.
    pub(super) fn derivation_limits(&self) -> DerivationLimits<'r> {
        DerivationLimits::within(self.lint_settings.limits.memory, self.cancel)
    }

    /// Returns the request with the region of a document.
    pub(super) fn of_document(&self, name: &str) -> Cow<'_, Request<'r>> {
        match self.regions.get(name) {
            Some(region) if self.lint_settings.regions.is_none() => {
                let mut own = self.clone();
                own.lint_settings.regions = Some(vec![(*region).to_owned()]);
                Cow::Owned(own)
            }
            _ => Cow::Borrowed(self),
        }
    }
}

impl Fingerprints {
    /// Returns `Computed` if something needs them.
    pub fn when(is_needed: bool) -> Fingerprints {
        if is_needed {
            Fingerprints::Computed
        } else {
            Fingerprints::Omitted
        }
    }
}

/// The requested length of cfn-guard-lambda's records. They are based on documents as that function parses them,
/// unlike findings and verdict. Default rules are named as in that function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Record {
    /// No records.
    #[default]
    None,
    /// Failed checks only.
    Terse,
    /// All evaluated clauses.
    Full,
}

/// The view of a template that Guard evaluates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// The document as written.
    Written,
    /// The document after its transforms: loops expanded, SAM's `Globals` merged.
    #[default]
    Expanded,
    /// The expanded document as deployed, with the first parameter set of `lint_settings` and default values.
    Deployed,
    /// The expanded document in all these deployments.
    Deployments(DeploymentScope),
}

/// Which documents are linted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Linting {
    /// None.
    Off,
    /// Documents that are meant as templates.
    #[default]
    Templates,
    /// All documents; one that is not a template is a finding.
    All,
}

/// The deployments of a template that rules are evaluated on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeploymentScope {
    /// All deployments.
    #[default]
    Any,
    /// The deployments with the default values of all parameters that have one.
    Default,
    /// The deployments with the supplied parameter values.
    Given,
}

/// How a rule counts whose verdict depends on a value that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownPolicy {
    /// As information only.
    Pass,
    /// As a warning.
    Warn,
    /// As an error.
    Fail,
}

impl UnknownPolicy {
    /// Returns the policy for deployments of templates.
    pub fn of_templates(chosen: Option<UnknownPolicy>) -> UnknownPolicy {
        chosen.unwrap_or(UnknownPolicy::Warn)
    }

    /// Returns the policy for plans: a clause on a value that is not there fails in cfn-guard.
    pub fn of_plans(chosen: Option<UnknownPolicy>) -> UnknownPolicy {
        chosen.unwrap_or(UnknownPolicy::Fail)
    }

    /// Returns the severity of findings that are not decided.
    pub fn severity(self) -> Severity {
        match self {
            UnknownPolicy::Pass => Severity::Informational,
            UnknownPolicy::Warn => Severity::Warning,
            UnknownPolicy::Fail => Severity::Error,
        }
    }
}

impl DeploymentScope {
    /// Returns the scope that a rules file is written for: `# view: deployments` among the comments at its start.
    pub(super) fn of_rules(text: &str) -> Option<DeploymentScope> {
        let lines = text
            .lines()
            .map(str::trim)
            .take_while(|line| line.is_empty() || line.starts_with('#'));
        let mut comments = lines.filter_map(|line| line.strip_prefix('#'));
        let is_view = |comment: &str| {
            let (key, value) = comment.split_once(':').unwrap_or_default();
            key.trim() == "view" && value.trim() == "deployments"
        };
        comments.any(is_view).then_some(DeploymentScope::Any)
    }
}
