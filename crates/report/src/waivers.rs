//! Waivers in the result document.

use serde::Serialize;

use super::deduplicate;
use super::location::{Location, PathStep, located, some, step};
use super::words::severity_name;
use cfn_warden_engine::Run;
use cfn_warden_engine::waivers::{Source, SourceKind, Waiver, WaiverState, WaiverUse};
use cfn_warden_syntax::finding::Finding;

/// A waiver and a finding that it applies to, or a waiver that nothing is in the scope of.
#[derive(Debug, Serialize)]
pub struct WaiverRecord<'r> {
    status: &'static str,
    /// The rule of the finding; without a finding, that of the waiver.
    rule: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'r str>,
    file: Option<&'r str>,
    path: Option<Vec<PathStep<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
    reason: &'r str,
    owner: Option<&'r str>,
    until: Option<&'r str>,
    source: SourceRecord<'r>,
}

#[derive(Debug, Serialize)]
struct SourceRecord<'r> {
    kind: &'static str,
    file: Option<&'r str>,
    line: u32,
    column: u32,
}

/// A finding that a waiver accepts.
pub struct Waived<'r> {
    /// What is wrong, and accepted.
    pub finding: &'r Finding,
    /// The reason, the last day and the owner in words: `migration (until 2027-01-31, team)`.
    pub why: String,
}

/// Returns the findings that waivers accept, each once however often its statement is repeated.
pub fn waived<'r>(run: &'r Run<'_>) -> Vec<Waived<'r>> {
    let applied = run
        .waivers
        .iter()
        .filter(|one| one.state == WaiverState::Applied);
    let of = |one: &'r WaiverUse| {
        let Waiver {
            reason,
            owner,
            until,
            ..
        } = &one.waiver;
        let until = until.as_ref().map(|until| format!("until {until}"));
        let notes: Vec<String> = until.into_iter().chain(owner.clone()).collect();
        let notes = if notes.is_empty() {
            String::new()
        } else {
            format!(" ({})", notes.join(", "))
        };
        let groups = deduplicate::of(&one.findings).into_iter();
        groups.map(move |group| Waived {
            finding: group.finding,
            why: format!("{reason}{notes}"),
        })
    };
    applied.flat_map(of).collect()
}

/// Returns the records of a run: one for each use, and one for each waiver without a use.
pub fn records<'r>(run: &'r Run<'_>) -> Vec<WaiverRecord<'r>> {
    let of = |one: &'r WaiverUse| {
        let uses = one
            .findings
            .iter()
            .map(|finding| record(one, Some(finding)));
        let idle = (one.findings.is_empty() && one.state != WaiverState::Applied)
            .then(|| record(one, None));
        uses.chain(idle).collect::<Vec<_>>()
    };
    run.waivers.iter().flat_map(of).collect()
}

fn record<'r>(one: &'r WaiverUse, finding: Option<&'r Finding>) -> WaiverRecord<'r> {
    let Waiver {
        rule,
        reason,
        owner,
        until,
        source,
        ..
    } = &one.waiver;
    WaiverRecord {
        status: match one.state {
            WaiverState::Applied => "applied",
            WaiverState::Expired => "expired",
            WaiverState::Unused => "unused",
        },
        rule: finding.map_or(rule, |finding| &finding.rule.id),
        engine: finding.map(|finding| finding.engine.name()),
        severity: finding.map(|finding| severity_name(finding.severity)),
        message: finding.map(|finding| finding.message.as_str()),
        file: finding.and_then(|finding| some(&finding.file)),
        path: finding.and_then(|finding| Some(finding.path.as_ref()?.0.iter().map(step).collect())),
        location: finding.map(|finding| located(finding.span)),
        reason,
        owner: owner.as_deref(),
        until: until.as_deref(),
        source: source_record(source),
    }
}

fn source_record(source: &Source) -> SourceRecord<'_> {
    SourceRecord {
        kind: match source.kind {
            SourceKind::File => "file",
            SourceKind::Policy => "policy",
            SourceKind::Comment => "comment",
            SourceKind::Metadata => "metadata",
        },
        file: some(&source.file),
        line: source.at.line,
        column: source.at.column,
    }
}
