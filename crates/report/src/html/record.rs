//! A finding in the data of the HTML page.

use serde::Serialize;

use crate::deduplicate::FindingGroup;
use crate::module_calls;
use crate::source_line::marked;
use crate::words::{CAUSES, more_causes};
use crate::{construct, resolved};
use cfn_warden_engine::Document;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Engine, Finding, Severity};

/// A finding. Rules and files are places in the lists of the data.
#[derive(Debug, Serialize)]
pub struct Record<'r> {
    /// Fragment of the links to it.
    pub id: String,
    /// 0 for errors, 1 for warnings, 2 for informational findings.
    severity: u8,
    engine: &'static str,
    rule: usize,
    file: usize,
    line: u32,
    column: u32,
    /// The marked columns of the line, from 1; an end of 0 is that of the line.
    mark: (u32, u32),
    message: String,
    /// The place of the call, if the finding is in a called module.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<String>,
    path: String,
    resource: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    when: &'r str,
    /// Further lines, each with its class.
    notes: Vec<(&'static str, String)>,
    /// Related lines, each with its text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<(u32, &'r str)>,
}

/// The places of a finding's rule and file in the lists of the data.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// Index of the rule.
    pub rule: usize,
    /// Index of the file.
    pub file: usize,
}

/// Returns the record of a finding. The ID does not depend on lines or on other findings, so that links stay valid.
pub fn of<'r>(
    group: &FindingGroup<'r>,
    places: Places,
    document: Option<&'r Document<'_>>,
    documents: &[Document<'_>],
) -> Record<'r> {
    let finding = group.finding;
    let path = finding.shown_path().unwrap_or_default();
    let resource = resource(finding);
    let span = marked(finding);
    let (shared, call) = module_calls::without_call(finding);
    let end = if span.end.line == span.start.line {
        span.end.column
    } else {
        0
    };
    Record {
        id: digest(finding, &path),
        severity: match finding.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Informational => 2,
        },
        engine: finding.engine.name(),
        rule: places.rule,
        file: places.file,
        line: finding.span.start.line,
        column: finding.span.start.column,
        mark: (span.start.column, end),
        message: shared.message.to_string(),
        call,
        path,
        resource,
        kind: document
            .and_then(|document| document.resource(resource)?.type_name.as_deref())
            .unwrap_or_default(),
        when: finding
            .deployments
            .as_ref()
            .map(|note| note.when.as_str())
            .unwrap_or_default(),
        notes: notes(group, &shared, documents),
        related: finding
            .related
            .iter()
            .map(|one| (one.span.start.line, one.text.as_str()))
            .collect(),
    }
}

/// Returns the logical ID or address of the resource that a finding is about; empty if it is about something else.
pub fn resource(finding: &Finding) -> &str {
    finding.resource().unwrap_or_default()
}

fn digest(finding: &Finding, path: &str) -> String {
    let text = [
        &finding.rule.id,
        finding.file.as_str(),
        path,
        &finding.message,
    ]
    .join("\0");
    md5::compute(text)
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Returns how serious a control is and what requires it.
fn required(control: &Control) -> String {
    let frameworks: Vec<&str> = control.frameworks().collect();
    let required = if frameworks.is_empty() {
        String::new()
    } else {
        format!("; required by {}", frameworks.join("; "))
    };
    format!("severity {}{required}", control.severity.name())
}

fn notes(
    group: &FindingGroup<'_>,
    finding: &Finding,
    documents: &[Document<'_>],
) -> Vec<(&'static str, String)> {
    let mut notes: Vec<(&str, String)> = Vec::new();
    let construct = construct::of_finding(finding, documents);
    notes.extend(construct.map(|construct| ("path", format!("in {}", construct.described()))));
    notes.extend(
        finding
            .deployments
            .iter()
            .flat_map(|note| note.lines())
            .map(|line| ("when", line.to_string())),
    );
    notes.extend(
        resolved::of_finding(finding, documents)
            .into_iter()
            .map(|value| ("soft", format!("with {value}"))),
    );
    notes.extend(
        finding
            .remediation
            .iter()
            .map(|remedy| ("remedy", format!("Fix: {remedy}"))),
    );
    match &finding.rule.control {
        Some(control) => notes.push(("soft", required(control))),
        None if finding.engine == Engine::Guard && !finding.rule.source.is_empty() => {
            notes.push(("soft", format!("rule at {}", finding.rule.source)));
        }
        None => {}
    }
    let causes = finding.children.iter().take(CAUSES);
    notes.extend(causes.map(|child| {
        (
            "soft",
            format!("because {}: {}", child.rule.id, child.message),
        )
    }));
    notes.extend(more_causes(finding).map(|more| ("soft", more)));
    let also = |other: &Finding| {
        format!(
            "also in line {}: {}: {}",
            other.span.start.line, other.rule.id, other.message
        )
    };
    notes.extend(group.listed().map(|other| ("soft", also(other))));
    notes.extend(group.more_combinations().map(|more| ("soft", more)));
    notes
}
