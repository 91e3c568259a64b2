//! A control and its parts.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use crate::severity::Severity;

/// A control: what a policy requires of the resources of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// The ID; a bundled control has that of Security Hub or Control Tower: `S3.8`.
    pub id: Cow<'static, str>,
    /// What is wrong with a resource that fails.
    pub title: Cow<'static, str>,
    /// How serious a failure is.
    pub severity: ControlSeverity,
    /// The resource types, with commas; empty for all documents.
    pub types: Cow<'static, str>,
    /// The frameworks that require the control with their own IDs, separated by semicolons.
    pub frameworks: Cow<'static, str>,
    /// The URL of the documentation; empty if there is none.
    pub link: Cow<'static, str>,
    /// Why a failure matters; may be empty.
    pub why: Cow<'static, str>,
    /// How to correct a resource; may be empty.
    pub fix: Cow<'static, str>,
    /// Who is responsible for the control; may be empty.
    pub owner: Cow<'static, str>,
    /// The Guard file, with its header. Controls of one file share it.
    pub rules: Arc<Cow<'static, str>>,
    /// What the control requires of resources in Terraform plans, if it does.
    pub plan: Option<Arc<PlanRules>>,
}

/// What a control requires of resources in Terraform plans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRules {
    /// The resource types, with commas: `aws_s3_bucket`.
    pub types: Cow<'static, str>,
    /// How to correct a resource.
    pub fix: Cow<'static, str>,
    /// The Guard file, with its header. Its rule has the name that the control's rule has.
    pub rules: Cow<'static, str>,
}

/// How serious the failure of a control is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ControlSeverity {
    /// Fix it with priority over others.
    Critical,
    /// Fix it soon.
    High,
    /// Fix it when other work allows.
    Medium,
    /// It may be fixed.
    Low,
}

impl ControlSeverity {
    /// All severities, the most serious first.
    pub const ALL: [ControlSeverity; 4] = [Self::Critical, Self::High, Self::Medium, Self::Low];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }

    /// Returns the severity of findings: a control of low severity warns.
    pub fn of_findings(self) -> Severity {
        if self == Self::Low {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    /// Returns the score from 0 to 10 that SARIF's `security-severity` has, in the middle of GitHub's range for the name.
    /// <https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>
    pub fn score(self) -> &'static str {
        match self {
            Self::Critical => "9.5",
            Self::High => "8.0",
            Self::Medium => "5.5",
            Self::Low => "2.0",
        }
    }
}

impl FromStr for ControlSeverity {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|known| known.name() == name);
        known.ok_or_else(|| {
            format!("invalid severity `{name}`; expected critical, high, medium or low")
        })
    }
}

impl Control {
    /// Whether the control is one of the program, whose text is borrowed; that of a pack of a team is owned.
    pub fn is_bundled(&self) -> bool {
        matches!(*self.rules, Cow::Borrowed(_))
    }

    /// Returns the frameworks that require the control, as `CIS v5.0.0 2.1.4`.
    pub fn frameworks(&self) -> impl Iterator<Item = &str> {
        self.frameworks
            .split(';')
            .map(str::trim)
            .filter(|name| !name.is_empty())
    }

    /// Returns the name of its rule: `S3_8`.
    pub fn rule(&self) -> String {
        Control::rule_of(&self.id)
    }

    /// Returns the name of the rule of the control with an ID.
    pub fn rule_of(id: &str) -> String {
        id.replace(['.', '-'], "_")
    }

    /// Returns the name of the main rule of a control, given one of its rules, and whether the rule is the one about resources
    /// that only another template can show.
    pub fn main_rule(rule: &str) -> (&str, bool) {
        rule.strip_suffix(ELSEWHERE)
            .map_or((rule, false), |rule| (rule, true))
    }
}

/// The end of the name of a rule whose failures are not decided: the deciding resource may be in another template.
const ELSEWHERE: &str = "_elsewhere";
