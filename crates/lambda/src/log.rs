//! What the log and the metrics say of an invocation: where, which rules, how often and why not; never contents of the event.

use std::collections::BTreeMap;

use super::error::RequestError;
use super::request::is_field;
use cfn_warden_engine::{Incomplete, IncompleteKind, Run, Status};
use cfn_warden_syntax::finding::Engine;

/// The log record of an invocation.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The verdict; `None` if there was no run.
    pub status: Option<Status>,
    /// How the function was invoked.
    pub invocation: InvocationKind,
    /// The number of documents.
    pub documents: usize,
    /// The number of findings.
    pub findings: usize,
    /// The number of incomplete checks.
    pub incomplete: usize,
    /// What a Hook was invoked for.
    pub place: Place,
    /// The findings by rule and outcome.
    pub rules: BTreeMap<(Outcome, String), usize>,
    /// Why checks are incomplete, without contents of documents.
    pub reasons: Vec<String>,
    /// The bundle that decided: name and version.
    pub bundle: Option<String>,
    /// Why it, or the candidate, is not the newest one, with the setting that names it.
    pub bundle_problems: Vec<(&'static str, String)>,
    /// The candidate: name and version.
    pub candidate: Option<String>,
    /// The number of findings whose effect it would change.
    pub candidate_changes: usize,
}

/// What a Hook was invoked for; empty if it is not known.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The ID of the account.
    pub account: String,
    /// The name of the stack.
    pub stack: String,
    /// The resource type, `STACK` or `CHANGE_SET`.
    pub target: String,
    /// The invocation point.
    pub point: String,
}

/// How the function was invoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InvocationKind {
    /// By a direct request.
    #[default]
    Direct,
    /// By CloudFormation as a Hook.
    Hook,
}

/// What became of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It makes the run not compliant.
    Failed,
    /// It does not count.
    Warned,
    /// A waiver applies.
    Waived,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 3] = [Outcome::Failed, Outcome::Warned, Outcome::Waived];

    /// Returns the word in logs and metrics.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Failed => "failed",
            Outcome::Warned => "warned",
            Outcome::Waived => "waived",
        }
    }
}

impl InvocationKind {
    /// Returns the name used in logs.
    pub fn name(self) -> &'static str {
        match self {
            InvocationKind::Direct => "direct",
            InvocationKind::Hook => "hook",
        }
    }
}

/// Whose names Guard rules have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleNames {
    /// Those of the function's settings.
    OfSettings,
    /// Those of the event, which the log does not show.
    OfEvent,
}

/// The name of all Guard rules of an event.
const OF_EVENT: &str = "(request)";

/// The largest number of rules of an outcome, and of reasons, that a log line lists.
const MOST: usize = 50;
/// The largest length of a name or reason in a log line.
const LENGTH: usize = 200;

impl Log {
    /// Returns the log record of an invocation without a run.
    pub fn of_failure(invocation: InvocationKind, reason: String) -> Log {
        Log {
            invocation,
            reasons: vec![short(&reason)],
            ..Log::default()
        }
    }

    /// Returns the log record of a request that is not valid.
    pub fn of_request(error: &RequestError) -> Log {
        let field = error
            .field
            .as_deref()
            .and_then(|field| field.split(['.', '[']).next())
            .filter(|field| is_field(field));
        let reason = match (field, &error.at) {
            (Some(field), _) => format!("request: {field}"),
            (None, Some(at)) => format!(
                "request: not valid JSON, line {}, column {}",
                at.line, at.column
            ),
            (None, None) => "request: not valid".to_owned(),
        };
        Log::of_failure(InvocationKind::Direct, reason)
    }

    /// Returns the log record of a run.
    pub fn of_run(run: &Run<'_>, invocation: InvocationKind, names: RuleNames) -> Log {
        let mut rules: BTreeMap<(Outcome, String), usize> = BTreeMap::new();
        let outcome = |finding| {
            if run.fail_on.counts(finding) {
                Outcome::Failed
            } else {
                Outcome::Warned
            }
        };
        let found = run
            .findings
            .iter()
            .map(|finding| (outcome(finding), finding));
        for (outcome, finding) in
            found.chain(run.waived().map(|(finding, _)| (Outcome::Waived, finding)))
        {
            let is_of_event = names == RuleNames::OfEvent && finding.rule.control.is_none();
            let name = if is_of_event && finding.engine == Engine::Guard {
                OF_EVENT
            } else {
                &finding.rule.id
            };
            let count = rules.entry((outcome, short(name))).or_default();
            *count = count.saturating_add(1);
        }
        let unseen = run
            .coverage
            .must_be_seen()
            .map(|part| format!("not_seen: {}", part.kind));
        let mut reasons: Vec<String> = run
            .incomplete
            .iter()
            .map(|issue| reason(issue, names))
            .chain(unseen)
            .map(|text| short(&text))
            .collect();
        reasons.sort();
        reasons.dedup();
        reasons.truncate(MOST);
        let policy = run.policy.as_ref();
        let candidate = policy.and_then(|policy| policy.candidate.as_ref());
        let of_bundle = policy
            .and_then(|policy| policy.problem.as_deref())
            .map(|why| ("WARDEN_BUNDLE", short(why)));
        let of_candidate = candidate.and_then(|candidate| candidate.problem.as_deref());
        let of_candidate = of_candidate.map(|why| ("WARDEN_SHADOW_BUNDLE", short(why)));
        Log {
            status: Some(run.status()),
            invocation,
            documents: run
                .documents
                .len()
                .max(usize::from(invocation == InvocationKind::Hook)),
            findings: run.findings.len(),
            incomplete: run.incomplete.len(),
            place: Place::default(),
            rules,
            reasons,
            bundle: policy
                .and_then(|policy| policy.bundle.as_ref())
                .map(ToString::to_string),
            bundle_problems: of_bundle.into_iter().chain(of_candidate).collect(),
            candidate: candidate
                .and_then(|candidate| candidate.bundle.as_ref())
                .map(ToString::to_string),
            candidate_changes: candidate.map_or(0, |candidate| candidate.changes.len()),
        }
    }

    /// Returns the rules with an outcome and their counts: `S3.8:2 E3012:1`; `None` if there are none.
    pub fn listed(&self, outcome: Outcome) -> Option<String> {
        let of = self.rules.iter().filter(|((of, _), _)| *of == outcome);
        let words: Vec<String> = of
            .map(|((_, rule), count)| format!("{rule}:{count}"))
            .collect();
        let more = words.len().saturating_sub(MOST);
        let shown = words.get(..MOST).unwrap_or(&words).join(" ");
        match (words.is_empty(), more) {
            (true, _) => None,
            (false, 0) => Some(shown),
            (false, more) => Some(format!("{shown} and {more} more")),
        }
    }
}

/// Returns why a check is incomplete. Messages about documents may quote them, and are left out; so are names in requests.
fn reason(issue: &Incomplete, names: RuleNames) -> String {
    let at = issue
        .at
        .map(|at| format!(", line {}, column {}", at.line, at.column))
        .unwrap_or_default();
    let is_setting = issue.file.starts_with("WARDEN_");
    match issue.kind {
        IncompleteKind::Fetch if is_setting => format!("fetch: {}: {}", issue.file, issue.message),
        IncompleteKind::Fetch => {
            let field = issue
                .file
                .split(['.', '['])
                .next()
                .filter(|field| is_field(field))
                .unwrap_or("template");
            let why = issue.message.rsplit_once(": ").map_or("", |(_, why)| why);
            format!("fetch: {field}: {why}")
        }
        IncompleteKind::Document => format!("document{at}"),
        IncompleteKind::NothingToCheck => "nothing to check".to_owned(),
        IncompleteKind::Rules if names == RuleNames::OfEvent => format!("rules: {OF_EVENT}{at}"),
        IncompleteKind::Rules => format!("rules: {}{at}", issue.file),
        IncompleteKind::Severity => "severity".to_owned(),
        IncompleteKind::Waiver => format!("waiver: {}{at}", issue.file),
        IncompleteKind::Request => "request".to_owned(),
    }
}

/// Returns the beginning of a text, on one line.
fn short(text: &str) -> String {
    let is_plain = |c: &char| !c.is_control();
    text.chars().filter(is_plain).take(LENGTH).collect()
}
