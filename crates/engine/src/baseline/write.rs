//! The text of a baseline.

use super::acceptance::{Acceptance, AcceptedEntry};
use super::entry::Entry;
use super::parse::{Contents, VERSION};

/// Returns the text of a baseline: JSON with a line for each entry, sorted.
pub fn write(contents: &Contents) -> String {
    let mut findings: Vec<&Entry> = contents.findings.iter().collect();
    findings.sort();
    let findings = list(findings.into_iter().map(line).collect());
    let mut not_checked: Vec<&AcceptedEntry> = contents.not_checked.iter().collect();
    not_checked.sort();
    let not_checked = match not_checked.is_empty() {
        true => String::new(),
        false => {
            let lines = not_checked.into_iter().map(line_of_accepted).collect();
            format!(",\n  \"not_checked\": {}", list(lines))
        }
    };
    format!("{{\n  \"version\": {VERSION},\n  \"findings\": {findings}{not_checked}\n}}\n")
}

fn list(lines: Vec<String>) -> String {
    match lines.is_empty() {
        true => "[]".to_owned(),
        false => format!("[\n    {}\n  ]", lines.join(",\n    ")),
    }
}

fn line_of_accepted(entry: &AcceptedEntry) -> String {
    let AcceptedEntry {
        file,
        message,
        acceptance: Acceptance {
            reason,
            owner,
            until,
        },
    } = entry;
    let owner = owner.as_deref().map(|owner| ("owner", owner));
    let members = [
        ("file", file.as_str()),
        ("message", message),
        ("reason", reason),
    ];
    object(
        members
            .into_iter()
            .chain(owner)
            .chain([("until", until.as_str())]),
    )
}

fn line(entry: &Entry) -> String {
    let Entry {
        file,
        path,
        rule,
        engine,
        value,
        digest,
    } = entry;
    let members = [
        ("file", file.as_str()),
        ("engine", engine.name()),
        ("rule", rule),
        ("path", path),
        ("value", value),
        ("digest", digest),
    ];
    object(members.into_iter())
}

fn object<'t>(members: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    // A string can always be written.
    let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let members = members.map(|(key, value)| format!("\"{key}\": {}", text(value)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}
