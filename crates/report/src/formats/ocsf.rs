//! Compliance Findings of the Open Cybersecurity Schema Framework, version 1.5.
//! <https://schema.ocsf.io/1.5.0/classes/compliance_finding>

use std::io::{self, Write as _};

use serde_json::{Value, json};

use crate::issues::{self, Issue, Level, State};
use crate::words::shown_name;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::{Origin, Run};

/// OCSF Compliance Findings.
pub static FORMAT: Format = Format {
    name: "ocsf",
    docs: "Compliance Findings of OCSF, for security data lakes",
    notation: Notation::Json,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let events: Vec<Value> = issues::of(run)
        .iter()
        .map(|issue| event(issue, &run.origin))
        .collect();
    serde_json::to_writer_pretty(&mut *out, &events)?;
    writeln!(out)
}

fn event(issue: &Issue<'_>, origin: &Origin) -> Value {
    // Milliseconds, as OCSF has times.
    let time = origin.time.unwrap_or_default().saturating_mul(1_000);
    let (severity_id, severity) = severity(issue.level);
    let (status_id, status) = match issue.state {
        State::Waived(_) => (3, "Suppressed"),
        _ => (1, "New"),
    };
    let mut event = json!({
        "class_uid": 2003,
        "class_name": "Compliance Finding",
        "category_uid": 2,
        "category_name": "Findings",
        "activity_id": 1,
        "activity_name": "Create",
        "type_uid": 200_301,
        "type_name": "Compliance Finding: Create",
        "time": time,
        "severity_id": severity_id,
        "severity": severity,
        "status_id": status_id,
        "status": status,
        "message": issue.message,
        "metadata": {
            "version": "1.5.0",
            "product": {"name": "cfn-warden", "vendor_name": "cfn-warden", "version": env!("CARGO_PKG_VERSION")},
        },
        "finding_info": {
            "uid": issue.id,
            "title": format!("{}: {}", issue.rule, issue.title),
            "desc": issue.message,
            "created_time": time,
            "types": ["Software and Configuration Checks"],
        },
        "compliance": compliance(issue),
        "resources": [resource(issue, origin)],
    });
    if let Some(fields) = event.as_object_mut() {
        if let State::Waived(why) = &issue.state {
            fields.insert("status_detail".to_owned(), json!(format!("waived: {why}")));
        }
        if !issue.fix.is_empty() || !issue.link.is_empty() {
            let references: Vec<&str> = Some(issue.link)
                .into_iter()
                .filter(|link| !link.is_empty())
                .collect();
            // The description is required.
            let text = if issue.fix.is_empty() {
                "See the reference."
            } else {
                &issue.fix
            };
            fields.insert(
                "remediation".to_owned(),
                json!({"desc": text, "references": references}),
            );
        }
        if let Some(account) = &origin.account {
            let region = origin.region.as_deref();
            fields.insert(
                "cloud".to_owned(),
                json!({"provider": "AWS", "region": region, "account": {"uid": account, "type_id": 10, "type": "AWS Account"}}),
            );
        }
    }
    event
}

fn severity(level: Level) -> (u8, &'static str) {
    match level {
        Level::Informational => (1, "Informational"),
        Level::Low => (2, "Low"),
        Level::Medium => (3, "Medium"),
        Level::High => (4, "High"),
        Level::Critical => (5, "Critical"),
    }
}

fn compliance(issue: &Issue<'_>) -> Value {
    let (status_id, status) = match issue.state {
        State::Failed => (3, "Fail"),
        State::Warned | State::Waived(_) => (2, "Warning"),
        State::NotChecked => (0, "Unknown"),
    };
    json!({"control": issue.rule, "status_id": status_id, "status": status, "requirements": issue.requirements})
}

fn resource(issue: &Issue<'_>, origin: &Origin) -> Value {
    let file = shown_name(issue.file);
    let mut resource = json!({
        "uid": issue.resource.map_or_else(|| file.to_owned(), |id| format!("{file}#{id}")),
        "name": issue.resource.unwrap_or(file),
        "data": {"file": file, "line": issue.line, "path": issue.path},
    });
    if let Some(fields) = resource.as_object_mut() {
        fields.extend(
            issue
                .resource_type
                .map(|kind| ("type".to_owned(), json!(kind))),
        );
        fields.extend(
            origin
                .region
                .as_ref()
                .map(|region| ("region".to_owned(), json!(region))),
        );
    }
    resource
}
