//! cfn-lint's `--format json`, byte for byte, so that tools which read it go on working.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/json.py>

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;

use serde::Serialize;

use crate::engine::Run;
use crate::finding::{Engine, Finding, Severity};
use crate::report::Format;
use crate::syntax::{Path, Position, Step};

/// cfn-lint's JSON.
pub static FORMAT: Format =
    Format { name: "cfn-lint", docs: "the JSON that cfn-lint prints; lint findings only", render };

// Fields stand in the order of `sort_keys=True`.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Match<'f> {
    filename: Option<&'f str>,
    id: String,
    level: &'static str,
    location: Location<'f>,
    message: &'f str,
    parent_id: Option<String>,
    rule: Rule<'f>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Location<'f> {
    end: Mark,
    path: Option<Vec<Key<'f>>>,
    start: Mark,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash)]
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

fn render(run: &Run<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut matches = Vec::new();
    let mut seen = HashSet::new();
    for finding in run.findings.iter().filter(|finding| finding.engine == Engine::Lint) {
        gather(finding, None, &mut seen, &mut matches);
    }
    matches.sort_by(|a, b| {
        (a.filename, a.location.start.line_number, a.rule.id).cmp(&(
            b.filename,
            b.location.start.line_number,
            b.rule.id,
        ))
    });
    let mut buffer = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    matches.serialize(&mut serde_json::Serializer::with_formatter(&mut buffer, formatter))?;
    writeln!(out, "{}", ascii(&String::from_utf8_lossy(&buffer)))
}

/// What cfn-lint takes for the same match. The id stands for rule, message, file and line; the path is no part of it.
type Identity = (String, Option<String>, Mark, Mark);

/// A finding and, as matches of their own that name it, the findings it sums up.
fn gather<'f>(
    finding: &'f Finding,
    parent_id: Option<&str>,
    seen: &mut HashSet<Identity>,
    matches: &mut Vec<Match<'f>>,
) {
    let found = to_match(finding, parent_id);
    let id = found.id.clone();
    if seen.insert((id.clone(), found.parent_id.clone(), found.location.start, found.location.end)) {
        matches.push(found);
    }
    for child in &finding.children {
        gather(child, Some(&id), seen, matches);
    }
}

fn to_match<'f>(finding: &'f Finding, parent_id: Option<&str>) -> Match<'f> {
    let filename = (!finding.file.is_empty()).then_some(finding.file.as_str());
    Match {
        filename,
        id: id(finding, filename),
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
        parent_id: parent_id.map(str::to_owned),
        rule: Rule {
            description: &finding.rule.description,
            id: &finding.rule.id,
            short_description: &finding.rule.title,
            source: &finding.rule.source,
        },
    }
}

/// The MD5 of cfn-lint's text for a match, written as a UUID.
fn id(finding: &Finding, filename: Option<&str>) -> String {
    let file = filename.map(|name| format!("{name}:")).unwrap_or_default();
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

fn path(path: &Path) -> Vec<Key<'_>> {
    let key = |step| match step {
        &Step::Index(index) => Key::Index(index),
        Step::Key(name) => Key::Name(name),
    };
    path.0.iter().map(key).collect()
}

fn mark(position: Position) -> Mark {
    Mark { column_number: position.column, line_number: position.line }
}

/// JSON in ASCII, as Python's `json.dumps` writes it. Other characters stand within strings only, where an escape is
/// the same character.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && c != '\u{7f}' {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_ascii_are_escaped_as_python_does() {
        assert_eq!(ascii("\"é\u{7f}😀\""), r#""\u00e9\u007f\ud83d\ude00""#);
    }
}
