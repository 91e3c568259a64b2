//! The text of a baseline.

use super::entry::Entry;
use super::parse::VERSION;

/// Returns the text of a baseline: JSON with a line for each entry, sorted.
pub fn write(entries: &[Entry]) -> String {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort();
    let lines: Vec<String> = entries.into_iter().map(line).collect();
    let lines = if lines.is_empty() {
        String::new()
    } else {
        format!("\n    {}\n  ", lines.join(",\n    "))
    };
    format!("{{\n  \"version\": {VERSION},\n  \"findings\": [{lines}]\n}}\n")
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
    // A string can always be written.
    let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let members = members.map(|(key, value)| format!("\"{key}\": {}", text(value)));
    format!("{{{}}}", members.join(", "))
}
