//! Findings as cfn-lint counts and orders them, for its formats. `lint` has only lint findings; `check` and the
//! function add Guard findings and incomplete checks.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/match.py>

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use super::not_seen;
use super::words::{NOT_CHECKED, NOT_SEEN, one_line};
use cfn_warden_engine::coverage::NotSeen;
use cfn_warden_engine::{Incomplete, Run};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleRef, Severity};
use cfn_warden_syntax::{Known, Position, Span, Text, text};

/// A finding with its IDs.
pub struct Match<'f> {
    /// The finding; owned for incomplete checks and unseen parts, which are findings only in cfn-lint's formats.
    pub finding: Cow<'f, Finding>,
    /// A UUID derived from rule, message, file and line. Not unique.
    pub id: String,
    /// The ID of the parent finding.
    pub parent_id: Option<String>,
}

/// The key by which cfn-lint deduplicates matches. The ID covers rule, message, file and line; the path is not part
/// of it.
type Identity = (String, Option<String>, Span);

impl Match<'_> {
    /// Returns the text for formats that show a rule's title. For Guard rules, incomplete checks and unseen parts it
    /// is the message.
    pub fn title(&self) -> Cow<'_, str> {
        let id = &*self.finding.rule.id;
        let is_lint =
            self.finding.engine != Engine::Guard && ![NOT_CHECKED, NOT_SEEN].contains(&id);
        if is_lint {
            Cow::Borrowed(&self.finding.rule.title)
        } else {
            Cow::Owned(one_line(&self.finding.message))
        }
    }
}

/// Returns the findings of all engines including children, incomplete checks and unseen parts, by file, line and
/// rule.
pub fn of<'f>(run: &'f Run<'_>) -> Vec<Match<'f>> {
    with_unchecked(run, run.findings.iter())
}

/// As [`of`], with some of the findings only.
pub fn with_unchecked<'f>(
    run: &'f Run<'_>,
    findings: impl Iterator<Item = &'f Finding> + Clone,
) -> Vec<Match<'f>> {
    let mut matches = gathered(findings.clone());
    let alone = |finding: Cow<'f, Finding>| Match {
        id: id(&finding),
        finding,
        parent_id: None,
    };
    let guard = findings.filter(|finding| finding.engine == Engine::Guard);
    let described = |finding: &'f Finding| match finding.described() {
        Cow::Owned(message) => Cow::Owned(Finding {
            message,
            ..finding.clone()
        }),
        Cow::Borrowed(_) => Cow::Borrowed(finding),
    };
    matches.extend(guard.map(|finding| alone(described(finding))));
    matches.extend(
        run.incomplete
            .iter()
            .map(|issue| alone(Cow::Owned(incomplete(issue)))),
    );
    matches.extend(
        not_seen::parts(run)
            .into_iter()
            .map(|part| alone(Cow::Owned(unseen(part)))),
    );
    sort(&mut matches);
    matches
}

/// Returns all findings except Guard's, for formats that list those separately.
pub fn of_lint<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Match<'f>> {
    let mut matches = gathered(findings);
    sort(&mut matches);
    matches
}

fn gathered<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Match<'f>> {
    let mut matches = Vec::new();
    let mut seen = HashSet::new();
    for finding in findings.filter(|finding| finding.engine != Engine::Guard) {
        gather(finding, None, &mut seen, &mut matches);
    }
    matches
}

/// Converts an incomplete check to an error, so that consumers of cfn-lint's output fail.
fn incomplete(issue: &Incomplete) -> Finding {
    let at = issue.at.unwrap_or(Position::START);
    let rule = RuleRef {
        id: NOT_CHECKED.into(),
        title: "Input could not be checked".into(),
        description: "The check is incomplete: the run is not compliant, whatever else was found"
            .into(),
        source: "".into(),
        control: None,
    };
    entry(
        rule,
        Severity::Error,
        issue.message.clone(),
        &issue.file,
        Span { start: at, end: at },
    )
}

/// Converts an unseen part to a warning, or to an error if it fails the run.
fn unseen(part: &NotSeen) -> Finding {
    let rule = RuleRef {
        id: NOT_SEEN.into(),
        title: "Part was not seen".into(),
        description: "Neither the linter nor rules see this part".into(),
        source: "".into(),
        control: None,
    };
    let severity = if not_seen::fails(part) {
        Severity::Error
    } else {
        Severity::Warning
    };
    let span = part.span.unwrap_or(Span {
        start: Position::START,
        end: Position::START,
    });
    let message = text!("{}: {}", Known(&part.kind.to_string()), part.reason);
    Finding {
        path: part.path.clone(),
        ..entry(rule, severity, message, &part.file, span)
    }
}

fn entry(rule: RuleRef, severity: Severity, message: Text, file: &str, span: Span) -> Finding {
    Finding {
        engine: Engine::Lint,
        rule,
        severity,
        message,
        file: file.to_owned(),
        path: None,
        span,
        value_span: None,
        remediation: None,
        fix: None,
        children: Vec::new(),
        aspect: Aspect::Other,
        certainty: Certainty::Certain,
        deployments: None,
        related: Vec::new(),
        documentation: None,
        extent: None,
        identity: None,
        fingerprint: None,
        original_severity: None,
        warn_mode: None,
    }
}

fn sort(matches: &mut [Match<'_>]) {
    matches.sort_by(|a, b| order(&a.finding).cmp(&order(&b.finding)));
}

fn order(finding: &Finding) -> (&str, u32, &str) {
    (&finding.file, finding.span.start.line, &finding.rule.id)
}

fn gather<'f>(
    finding: &'f Finding,
    parent_id: Option<&str>,
    seen: &mut HashSet<Identity>,
    matches: &mut Vec<Match<'f>>,
) {
    let id = id(finding);
    let parent = parent_id.map(str::to_owned);
    if seen.insert((id.clone(), parent.clone(), finding.span)) {
        matches.push(Match {
            finding: Cow::Borrowed(finding),
            id: id.clone(),
            parent_id: parent,
        });
    }
    for child in &finding.children {
        gather(child, Some(&id), seen, matches);
    }
}

/// Returns the MD5 hash of cfn-lint's text for a match, formatted as a UUID.
fn id(finding: &Finding) -> String {
    let file = if finding.file.is_empty() {
        String::new()
    } else {
        format!("{}:", finding.file)
    };
    let text = format!(
        "[{}: {}] ({}) matched {file}{}",
        finding.rule.id, finding.rule.title, finding.message, finding.span.start.line
    );
    let mut out = String::with_capacity(36);
    for (i, byte) in md5::compute(text).iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            out.push('-');
        }
        let _ = write!(out, "{byte:02x}");
    }
    out
}
