//! Findings: the interface between the engines and the reports.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::control::Control;
use crate::fix::Fix;
pub use crate::severity::Severity;
use crate::typed_text::{Operand, Text};
use crate::{Path, Span, Step, text};

/// The engine that reports a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// The schema linter.
    Lint,
    /// The Guard evaluator.
    Guard,
    /// The Terraform evaluator.
    Terraform,
}

impl Engine {
    /// Returns the name in reports and baselines.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Lint => "lint",
            Engine::Guard => "guard",
            Engine::Terraform => "terraform",
        }
    }
}

/// The ID of a lint rule: `E3012`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Creates an ID.
    pub const fn new(id: &'static str) -> RuleId {
        RuleId(id)
    }

    /// Returns the ID as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Returns the severity of the rule's findings.
    pub fn severity(self) -> Severity {
        Severity::of_rule(self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The rule that a finding belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRef {
    /// The rule ID: `E3012`, or the name of a Guard rule.
    pub id: Cow<'static, str>,
    /// The title, one line. Empty for Guard rules.
    pub title: Cow<'static, str>,
    /// The description, one or two sentences. Empty for Guard rules.
    pub description: Cow<'static, str>,
    /// The URL of the documentation; empty if there is none.
    pub source: Cow<'static, str>,
    /// The control that the rule is for, if it is one of a pack.
    pub control: Option<Arc<Control>>,
}

impl RuleRef {
    /// Who owns the control that the rule is for, if the pack says so.
    pub fn owner(&self) -> Option<&str> {
        let control = self.control.as_deref()?;
        Some(&*control.owner).filter(|owner| !owner.is_empty())
    }
}

/// A problem in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The engine that reports it.
    pub engine: Engine,
    /// The rule that reports it.
    pub rule: RuleRef,
    /// The severity of the problem.
    pub severity: Severity,
    /// The severity that the rule has, if the request replaces it.
    pub original_severity: Option<Severity>,
    /// Set if the policy only warns of the finding: it does not count, whatever its severity.
    pub warn_mode: Option<WarnMode>,
    /// The message for the user.
    pub message: Text,
    /// The name of the document; empty for standard input.
    pub file: String,
    /// The path of the value; `None` if the finding concerns the whole file.
    pub path: Option<Path>,
    /// The span to show, chosen like cfn-lint: the last key of the path.
    pub span: Span,
    /// The span of the value, if known; reports underline it.
    pub value_span: Option<Span>,
    /// How to fix the problem, if known.
    pub remediation: Option<Text>,
    /// The edits that fix the problem, if requested and possible.
    pub fix: Option<Box<Fix>>,
    /// Findings that led to this one: the failed branches of an `anyOf`.
    pub children: Vec<Finding>,
    /// Other places that explain the problem: the declaration that was meant, the other resource of a conflict.
    pub related: Vec<Related>,
    /// The URL of the documentation of the property or resource; `None` to use that of the rule.
    pub documentation: Option<String>,
    /// The aspect of the value that is wrong.
    pub aspect: Aspect,
    /// Whether what is known decides that there is a problem.
    pub certainty: Certainty,
    /// The deployments that have the problem, if only some are known to have it.
    pub deployments: Option<Box<DeploymentNote>>,
    /// What fails as a whole, if that is more than the value at `path`.
    pub extent: Option<Box<Extent>>,
    /// What the finding is about; `None` until the engine has computed it.
    pub identity: Option<Box<Identity>>,
    /// What stays the same when the document is reformatted, if requested.
    pub fingerprint: Option<Box<Fingerprint>>,
}

/// Whether what is known about a document decides that it has the problem of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Certainty {
    /// It has the problem.
    #[default]
    Certain,
    /// It depends on a value that is not known, or on another template. The severity of the finding is what the request
    /// chooses for such findings.
    Undecided,
}

/// What a finding is about, apart from its rule. Waivers, baselines and fingerprints identify findings by rule, subject and
/// part. The place of a finding, its file and span, is for display: several subjects may share it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The resource, or the section of a finding that is about no resource.
    pub subject: Subject,
    /// The path inside the subject to what fails, with items of lists by their values:
    /// `Properties/SecurityGroupIngress/[{"CidrIp":"0.0.0.0/0"}]`. Empty for the whole subject.
    pub part: Text,
}

/// The thing that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A resource, by its logical ID after transforms (`Queue`) or its Terraform address (`module.a.aws_sns_topic.t["x"]`).
    Resource(String),
    /// A section of the document: `Outputs`.
    Section(String),
    /// The document as a whole.
    Document,
}

impl Subject {
    /// Returns the logical ID or the address of a resource.
    pub fn resource(&self) -> Option<&str> {
        match self {
            Subject::Resource(address) => Some(address),
            Subject::Section(_) | Subject::Document => None,
        }
    }

    /// Returns the name in reports and fingerprints: that of the resource or section; empty for the document.
    pub fn name(&self) -> &str {
        match self {
            Subject::Resource(name) | Subject::Section(name) => name,
            Subject::Document => "",
        }
    }
}

/// A value that fails as a whole, such as a list in which no item is as required.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extent {
    /// The path of the value.
    pub path: Path,
    /// The span of the value, if it is an item of a list in the document: a waiver written in it is about this part.
    pub item: Option<Span>,
    /// The location of the `some` query in the rules, if that is why.
    pub existential: Option<String>,
    /// The finding that this one was a part of, or the first of those that it joins, before parts were told apart. Baselines
    /// that were written then list it.
    pub former: Option<Arc<Finding>>,
}

/// A policy that warns of a finding and does not enforce its rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WarnMode {
    /// The first day on which the rule is enforced, in UTC: `2027-01-31`; `None` if no day is set.
    pub enforced_from: Option<String>,
}

/// What a finding is about, in words that do not depend on the format of the document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// The name of the document that was checked; for a Terraform configuration, its folder.
    pub document: String,
    /// The path of the value, with items of lists by their values: `Resources/Queue/Properties/Tags/["a"]`.
    pub path: String,
    /// The value, the missing key or the message.
    pub value: Text,
    /// A digest of what the finding depends on besides its value, such as the type and the condition of the resource.
    /// Two states of a stack are compared by it; baselines and reports do not have it.
    pub effect: String,
    /// Path and value of the finding that baselines list that were written before parts were told apart.
    pub former: Option<(String, Text)>,
}

/// Another place that explains a finding, in the same document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The path of the value.
    pub path: Path,
    /// The span to show.
    pub span: Span,
    /// What the value is to the finding: ``the parameter `Name` ``.
    pub text: Text,
}

/// The deployments of a template that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeploymentNote {
    /// The deployments, in the template's own names: `always`, `when IsProd and not IsLarge`. Empty for a document without deployments.
    pub when: Text,
    /// Parameter values of one of them, by name: a run with these has the problem.
    pub witness: Vec<(String, String)>,
    /// Whether the witness may not be enough to have the problem: values are missing, or do not decide a condition.
    pub is_partial: bool,
    /// The values that are not known and on which the problem depends: `Ref BucketName`.
    pub unknowns: Vec<Text>,
}

/// The home page of cfn-lint, to which rules without a page of AWS link there. It does not explain a finding.
const CFN_LINT: &str = "https://github.com/aws-cloudformation/cfn-lint";

impl Finding {
    /// The URL of the most specific documentation; for Guard, the location of the rule; empty if there is none.
    pub fn documentation(&self) -> &str {
        match self.documentation.as_deref().unwrap_or(&self.rule.source) {
            CFN_LINT => "",
            link => link,
        }
    }

    /// Writes line breaks in the fix as a document does.
    pub fn use_line_breaks_of(&mut self, document: &[u8]) {
        if let Some(fix) = &mut self.fix {
            fix.use_line_breaks_of(document);
        }
    }

    /// The logical ID or the Terraform address of the resource that the finding is about.
    pub fn resource(&self) -> Option<&str> {
        match (self.identity.as_deref(), &self.path) {
            (Some(identity), _) => identity.subject.resource(),
            (None, Some(Path(steps))) => match steps.as_slice() {
                [Step::Key(section), Step::Key(id), ..] if section == "Resources" => Some(id),
                _ => None,
            },
            (None, None) => None,
        }
    }

    /// The Terraform address of the resource; `None` for a resource of a template.
    pub fn address(&self) -> Option<&str> {
        let is_in_plan = |path: &Path| !matches!(path.0.first(), Some(Step::Key(section)) if section == "Resources");
        self.path.as_ref().filter(|path| is_in_plan(path))?;
        self.identity.as_deref()?.subject.resource()
    }

    /// The path for people and waivers: in a Terraform plan, that of the argument in the resource
    /// (`module.a.aws_sns_topic.t/kms_master_key_id`), not that of the resource in the plan.
    pub fn shown_path(&self) -> Option<String> {
        let path = self.path.as_ref()?;
        let Some(address) = self.address() else {
            return Some(path.to_string());
        };
        // Resources are items of lists: `resource_changes/4`, `planned_values/root_module/child_modules/0/resources/1`.
        let is_resource = |steps: &[Step]| {
            matches!(steps, [Step::Key(list), Step::Index(_)]
                if matches!(list.as_str(), "resource_changes" | "resource_drift" | "resources"))
        };
        let Some(start) = path.0.windows(2).position(is_resource) else {
            return Some(path.to_string());
        };
        let inner = path.0.get(start.saturating_add(2)..).unwrap_or_default();
        let inner = match inner {
            [Step::Key(change), Step::Key(after), argument @ ..]
                if change == "change" && after == "after" =>
            {
                argument
            }
            [Step::Key(values), argument @ ..] if values == "values" || values == "expressions" => {
                argument
            }
            _ => inner,
        };
        Some(match inner {
            [] => address.to_owned(),
            inner => format!("{address}/{}", Path(inner.to_vec())),
        })
    }

    /// The message, with the Terraform resource and the deployments that have the problem.
    pub fn described(&self) -> Cow<'_, Text> {
        let summary = self.deployments.as_ref().and_then(|note| note.summary());
        let address = self.address().map(Operand::Name);
        match (address, summary) {
            (None, None) => Cow::Borrowed(&self.message),
            (Some(address), None) => Cow::Owned(text!("{} ({})", &self.message, address)),
            (None, Some(summary)) => Cow::Owned(text!("{} ({})", &self.message, summary)),
            (Some(address), Some(summary)) => {
                Cow::Owned(text!("{} ({}, {})", &self.message, address, summary))
            }
        }
    }
}

impl DeploymentNote {
    /// Returns the deployments in words, each line a fact: which, parameter values of one, and what is unknown.
    pub fn lines(&self) -> Vec<Text> {
        let mut lines: Vec<Text> = Some(self.when.clone())
            .filter(|when| !when.is_empty())
            .into_iter()
            .collect();
        if self.has_example() {
            lines.push(text!("for example with {}", self.values()));
        }
        if !self.unknowns.is_empty() {
            let unknowns = Text::join(self.unknowns.iter().cloned(), ", ");
            lines.push(text!("not known: {}", unknowns));
        }
        lines
    }

    /// Returns the deployments in one line: `when IsProd, for example with Env=prod`; `None` for a document without deployments.
    pub fn summary(&self) -> Option<Text> {
        match (self.when.is_empty(), self.has_example()) {
            (true, _) => None,
            (false, false) => Some(self.when.clone()),
            (false, true) => Some(text!("{}, for example with {}", &self.when, self.values())),
        }
    }

    /// Whether parameter values are shown. All values have the problem if it is in all deployments.
    fn has_example(&self) -> bool {
        !self.witness.is_empty() && !self.is_always()
    }

    /// Whether all deployments have the problem.
    pub fn is_always(&self) -> bool {
        &*self.when == "always"
    }

    /// Returns the parameter values as on the command line: `Env=prod Size=2`.
    pub fn values(&self) -> Text {
        let values = self
            .witness
            .iter()
            .map(|(name, value)| text!("{}={}", Operand::Name(name), Operand::Value(value)));
        let mut values = Text::join(values, " ");
        if self.is_partial {
            values.push(" (incomplete)");
        }
        values
    }
}

/// The aspect of a value that a finding concerns. Findings with the same aspect at the same path describe the same
/// problem.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Aspect {
    /// The value itself: its type, text or size.
    Value,
    /// A value that comes from the path of the finding and is used at this path.
    Use(Path),
    /// A missing key.
    Missing(String),
    /// The last key of the path, probably a misspelling of this key.
    Misspelt(String),
    /// What a rule states about the value; equal statements about other conditions or values describe the same problem.
    Statement,
    /// Values that exclude each other, by their paths. The rule reports each of them.
    Conflict(Vec<Path>),
    /// Anything else.
    #[default]
    Other,
}

/// Whether suppressions in templates are effective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TemplateSuppressions {
    /// Suppressions are effective and listed.
    #[default]
    Allow,
    /// Suppressions are listed but have no effect.
    Deny,
}

impl TemplateSuppressions {
    /// Returns the policy of a name.
    ///
    /// # Errors
    /// Returns a message that lists the valid names.
    pub fn named(name: &str) -> Result<TemplateSuppressions, String> {
        match name {
            "allow" => Ok(TemplateSuppressions::Allow),
            "deny" => Ok(TemplateSuppressions::Deny),
            other => Err(format!("invalid value `{other}`; expected allow or deny")),
        }
    }
}

/// A suppression in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// How the suppression is written.
    pub kind: SuppressionKind,
    /// The name of the document; empty for standard input.
    pub file: String,
    /// The path of the suppression; `None` for a comment.
    pub path: Option<Path>,
    /// The span of the suppression.
    pub span: Span,
    /// What is suppressed: rule IDs or prefixes of them, Guard rules, or a setting.
    pub names: Vec<String>,
    /// Whether it had no effect.
    pub denied: bool,
    /// The number of findings that it removed.
    pub removed: usize,
}

/// The syntax of a suppression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressionKind {
    /// `Metadata: {cfn-lint: {config: {...}}}` of the template or of a resource.
    Metadata,
    /// `# cfn-lint: disable=...`
    Comment,
    /// `Metadata: {guard: {SuppressedRules: [...]}}`
    Guard,
    /// `Metadata: {cfn_nag: {rules_to_suppress: [...]}}`
    CfnNag,
    /// `# tflint-ignore: ...` in a Terraform file.
    TflintComment,
    /// `.tflint.hcl` of a Terraform configuration.
    TflintConfiguration,
    /// `# cfn-warden: waive ...`, or `Metadata: {cfn-warden: {waivers: [...]}}`
    Waiver,
}
