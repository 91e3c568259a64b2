//! cfn-lint's `--format json`, byte for byte, for tools that read it.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/json.py>

use std::io;

use serde::Serialize;

use crate::matches::{self, Match};
use crate::python_json;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::Run;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Path, Position, Step};

/// cfn-lint's JSON.
pub static FORMAT: Format = Format {
    name: "cfn-lint",
    docs: "The JSON that cfn-lint prints",
    notation: Notation::Json,
    render,
};

// Fields are in the order of `sort_keys=True`.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Record<'f> {
    filename: Option<&'f str>,
    id: &'f str,
    level: &'static str,
    location: Location<'f>,
    message: &'f str,
    parent_id: Option<&'f str>,
    rule: Rule<'f>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Location<'f> {
    end: Mark,
    path: Option<Vec<Key<'f>>>,
    start: Mark,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Mark {
    column_number: u32,
    line_number: u32,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Key<'f> {
    Name(&'f str),
    Index(u32),
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Rule<'f> {
    description: &'f str,
    id: &'f str,
    short_description: &'f str,
    source: &'f str,
}

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let matches = matches::of(run);
    let records: Vec<Record<'_>> = matches.iter().map(record).collect();
    python_json::write(&records, b"    ", out)
}

fn record<'f>(found: &'f Match<'_>) -> Record<'f> {
    let Match {
        finding,
        id,
        parent_id,
    } = found;
    Record {
        filename: (!finding.file.is_empty()).then_some(finding.file.as_str()),
        id,
        level: match finding.severity {
            Severity::Error => "Error",
            Severity::Warning => "Warning",
            Severity::Informational => "Informational",
        },
        location: Location {
            end: mark(finding.span.end),
            path: finding.path.as_ref().map(path),
            start: mark(finding.span.start),
        },
        message: &finding.message,
        parent_id: parent_id.as_deref(),
        rule: Rule {
            description: &finding.rule.description,
            id: &finding.rule.id,
            short_description: &finding.rule.title,
            source: &finding.rule.source,
        },
    }
}

fn path(path: &Path) -> Vec<Key<'_>> {
    let key = |step| match step {
        &Step::Index(index) => Key::Index(index),
        Step::Key(name) => Key::Name(name),
    };
    path.0.iter().map(key).collect()
}

fn mark(position: Position) -> Mark {
    Mark {
        column_number: position.column,
        line_number: position.line,
    }
}
