//! Annotations: one per finding for the console, `get-hook-result` and the CDK.
//! <https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Annotation.html>

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;

use super::message::{fit, one_line};
use cfn_warden_engine::coverage::{NotSeen, Policy};
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_engine::{self as engine, PolicyUse, Run};
use cfn_warden_report::{deduplicate, policy};
use cfn_warden_syntax::control::ControlSeverity;
use cfn_warden_syntax::finding::{Certainty, Engine, Finding, Related, Severity};
use cfn_warden_syntax::{Path, Span, Step};

/// Maximum number of annotations sent. CloudFormation's limit is not documented.
pub const MOST: usize = 200;

// CloudFormation's limits are 1,024 bytes per name, 5,120 per link and 16,384 per text. Texts are kept shorter for
// readability, and so that all of them together stay far below Lambda's limit.
const NAME: usize = 1_024;
const LINK: usize = 5_120;
const TEXT: usize = 4_000;
/// Related places are added to texts up to this size.
const WITH_RELATED: usize = 1_000;

/// An annotation. CloudFormation does not accept empty texts.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotation<'r> {
    annotation_name: Cow<'r, str>,
    status: Status,
    status_message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation_link: Option<&'r str>,
    severity_level: &'static str,
}

/// The effect of an annotation on the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    /// It counts against the operation.
    Failed,
    /// It was not checked, or what is known does not decide.
    Skipped,
    /// The rule passed, or the finding does not count: its severity is below `WARDEN_FAIL_ON`, the policy only warns, or a
    /// waiver applies.
    Passed,
}

/// Returns the annotations of a run: for Guard one per rule, resource and severity, for the linter one per
/// finding that is not repeated for other conditions; those that count first, then by severity, then in order.
pub fn of<'r>(run: &'r Run<'_>, has_positions: bool) -> Vec<Annotation<'r>> {
    let mut ranked: Vec<(Status, std::cmp::Reverse<Severity>, Annotation<'r>)> = Vec::new();
    let mut by_rule: HashMap<(&str, Option<&str>, Severity), usize> = HashMap::new();
    for (finding, repetitions) in deduplicate::distinct(&run.findings) {
        if finding.engine == Engine::Guard {
            let resource = finding.path.as_ref().and_then(engine::logical_id);
            let key = (finding.rule.id.as_ref(), resource, finding.severity);
            match by_rule.get(&key).and_then(|at| ranked.get_mut(*at)) {
                Some((_, _, annotation)) => {
                    annotation.add(finding, has_positions);
                    continue;
                }
                None => by_rule.insert(key, ranked.len()),
            };
        }
        let status = match finding.certainty {
            _ if run.fail_on.counts(finding) => Status::Failed,
            Certainty::Undecided => Status::Skipped,
            Certainty::Certain => Status::Passed,
        };
        ranked.push((
            status,
            std::cmp::Reverse(finding.severity),
            Annotation::of(finding, repetitions, status, has_positions),
        ));
    }
    ranked.sort_by_key(|(status, severity, _)| (*status, *severity));
    let found = ranked.into_iter().map(|(_, _, annotation)| annotation);
    let (failing, other): (Vec<_>, Vec<_>) = run
        .coverage
        .not_seen
        .iter()
        .map(Annotation::of_unseen)
        .partition(|annotation| annotation.status == Status::Failed);
    let (counted, rest): (Vec<_>, Vec<_>) =
        found.partition(|annotation| annotation.status == Status::Failed);
    let waived = run
        .waived()
        .map(|(finding, waiver)| Annotation::of_waived(finding, waiver, has_positions));
    let all = counted
        .into_iter()
        .chain(failing)
        .chain(of_policy(run))
        .chain(other)
        .chain(rest)
        .chain(waived);
    all.chain(passed(run)).take(MOST).collect()
}

/// Returns the annotations of the policy bundle: why it is not the newest one, and what the candidate would change.
fn of_policy<'r>(run: &'r Run<'_>) -> Vec<Annotation<'r>> {
    let Some(PolicyUse {
        bundle,
        problem,
        candidate,
    }) = &run.policy
    else {
        return Vec::new();
    };
    let note = |name: &'r str, message: String, severity_level| Annotation {
        annotation_name: Cow::Borrowed(name),
        status: Status::Skipped,
        status_message: fit(&one_line(&message), TEXT).into_owned(),
        remediation_message: None,
        remediation_link: None,
        severity_level,
    };
    let problem = problem.as_ref().map(|problem| {
        let used = bundle
            .as_ref()
            .map_or_else(|| "none".to_owned(), ToString::to_string);
        note(
            "policy_bundle",
            format!("{problem}. The last good bundle was used: {used}"),
            "HIGH",
        )
    });
    let candidate = candidate.as_ref().and_then(policy::sentence);
    let candidate = candidate.map(|sentence| note("policy_candidate", sentence, "INFORMATIONAL"));
    problem.into_iter().chain(candidate).collect()
}

/// Returns the annotations of the rules that passed and did not fail.
fn passed<'r>(run: &'r Run<'_>) -> impl Iterator<Item = Annotation<'r>> {
    let passed = run
        .coverage
        .each_rule()
        .filter(|(.., counts)| counts.failed == 0 && counts.passed > 0);
    passed.map(|(_, rule, _)| Annotation {
        annotation_name: fit(rule, NAME),
        status: Status::Passed,
        status_message: "passed".to_owned(),
        remediation_message: None,
        remediation_link: None,
        severity_level: "INFORMATIONAL",
    })
}

impl<'r> Annotation<'r> {
    fn of(
        finding: &'r Finding,
        more: Option<String>,
        status: Status,
        has_positions: bool,
    ) -> Annotation<'r> {
        let mut message = line_of(finding, has_positions);
        if let Some(more) = more {
            message.push_str(&format!(", {more}"));
        }
        let name = if finding.rule.id.is_empty() {
            "(unnamed rule)"
        } else {
            finding.rule.id.as_ref()
        };
        let (_, fix) = finding_texts(finding);
        let link = finding.documentation();
        Annotation {
            annotation_name: fit(name, NAME),
            status,
            status_message: fit(&with_related(message, finding, has_positions), TEXT).into_owned(),
            remediation_message: fix.map(|text| fit(&text, TEXT).into_owned()),
            remediation_link: Some(link)
                .filter(|link| link.starts_with("http") && link.len() <= LINK),
            severity_level: severity_level(finding),
        }
    }

    /// Creates the annotation of a waived finding.
    fn of_waived(finding: &'r Finding, waiver: &Waiver, has_positions: bool) -> Annotation<'r> {
        let owner = waiver
            .owner
            .as_ref()
            .map(|owner| format!(" by {owner}"))
            .unwrap_or_default();
        let until = waiver
            .until
            .as_ref()
            .map(|until| format!(" until {until}"))
            .unwrap_or_default();
        let message = format!(
            "waived{owner}{until}: {}; {}",
            waiver.reason,
            line_of(finding, has_positions)
        );
        let annotation = Annotation::of(finding, None, Status::Passed, has_positions);
        Annotation {
            status_message: fit(&one_line(&message), TEXT).into_owned(),
            ..annotation
        }
    }

    /// Creates the annotation of an unseen part. As no rule decided, its status says whether the part fails the
    /// operation.
    fn of_unseen(part: &'r NotSeen) -> Annotation<'r> {
        let fails = part.policy == Policy::Fail;
        let path = part
            .path
            .as_ref()
            .map(shown)
            .filter(|path| !path.is_empty());
        let message = match path {
            Some(path) => format!("{path}: {}", part.reason),
            None => part.reason.to_string(),
        };
        Annotation {
            annotation_name: Cow::Owned(format!("not_seen:{}", part.kind)),
            status: if fails {
                Status::Failed
            } else {
                Status::Skipped
            },
            status_message: fit(&one_line(&message), TEXT).into_owned(),
            remediation_message: None,
            remediation_link: None,
            severity_level: if fails { "HIGH" } else { "MEDIUM" },
        }
    }

    /// Adds another finding of the same rule on the same resource.
    fn add(&mut self, finding: &Finding, has_positions: bool) {
        let more = format!(
            "{}; {}",
            self.status_message,
            line_of(finding, has_positions)
        );
        self.status_message = fit(&more, TEXT).into_owned();
    }
}

/// Returns the message and the remediation, each on one line.
fn finding_texts(finding: &Finding) -> (String, Option<String>) {
    let message = one_line(&finding.message);
    let fix = finding.remediation.as_ref().map(|fix| one_line(fix));
    let message = match message.is_empty() {
        true => "not compliant".to_owned(),
        false => message,
    };
    (message, fix.filter(|fix| !fix.is_empty()))
}

/// Formats a finding: `Bucket Properties/BucketName (line 12): message`, after the deployments that have it.
pub fn line_of(finding: &Finding, has_positions: bool) -> String {
    let path = finding
        .path
        .as_ref()
        .map(shown)
        .filter(|path| !path.is_empty());
    let line = (has_positions && finding.span != Span::START)
        .then(|| format!("line {}", finding.span.start.line));
    let (message, _) = finding_texts(finding);
    let text = match (path, line) {
        (Some(path), Some(line)) => format!("{path} ({line}): {message}"),
        (Some(path), None) => format!("{path}: {message}"),
        (None, Some(line)) => format!("{line}: {message}"),
        (None, None) => message,
    };
    // First, because consoles cut the end.
    let note = finding
        .deployments
        .as_ref()
        .filter(|note| !note.is_always());
    match note.and_then(|note| note.summary()) {
        Some(summary) => format!("{summary}: {text}"),
        None => text,
    }
}

/// Adds the related places of a finding if the text stays short.
fn with_related(mut text: String, finding: &Finding, has_positions: bool) -> String {
    for Related {
        path,
        span,
        text: what,
    } in &finding.related
    {
        let place = if has_positions {
            format!(" (line {})", span.start.line)
        } else {
            String::new()
        };
        let more = format!("; see {}{place}: {what}", shown(path));
        if text.len().saturating_add(more.len()) > WITH_RELATED {
            break;
        }
        text.push_str(&more);
    }
    text
}

/// Formats a path as users know it: the resource's ID, then the path within it.
fn shown(path: &Path) -> String {
    match path.0.as_slice() {
        [Step::Key(section), Step::Key(id)] if section == "Resources" => id.clone(),
        [Step::Key(section), Step::Key(id), rest @ ..] if section == "Resources" => {
            format!("{id} {}", Path(rest.to_vec()))
        }
        _ => path.to_string(),
    }
}
/// Returns the severity of a control, or that of a finding of another rule.
fn severity_level(finding: &Finding) -> &'static str {
    match (
        finding
            .rule
            .control
            .as_ref()
            .map(|control| control.severity),
        finding.severity,
    ) {
        (Some(ControlSeverity::Critical), _) => "CRITICAL",
        (Some(ControlSeverity::High), _) | (None, Severity::Error) => "HIGH",
        (Some(ControlSeverity::Medium), _) | (None, Severity::Warning) => "MEDIUM",
        (Some(ControlSeverity::Low), _) => "LOW",
        (None, Severity::Informational) => "INFORMATIONAL",
    }
}
