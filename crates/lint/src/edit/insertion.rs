//! Insertion of entries.

use super::document::{Document, Quotes};
use cfn_warden_syntax::fix::Edit;
use cfn_warden_syntax::{Entry, Node};

/// Returns the edit that inserts an entry after an entry of an object. `value` is written as in the document's language.
pub fn after(
    document: &Document<'_, '_>,
    owner: Node<'_>,
    entry: Entry<'_>,
    key: &str,
    value: &str,
) -> Option<Edit> {
    let start = document.range(entry.key.id)?.start;
    let before = document.line_before(start);
    if document.is_flow(owner.id) {
        let end = document.flow_end(entry.value)?;
        let quotes = if document.is_json {
            Quotes::Double
        } else {
            document.written(entry.key.id)?.quotes
        };
        let key = document.quoted(quotes, key)?;
        let gap = if before.trim().is_empty() {
            format!("\n{before}")
        } else {
            " ".to_owned()
        };
        return document.edit(end..end, format!(",{gap}{key}: {value}"));
    }
    let indent: String = before
        .chars()
        .map(|char| if char == '\t' { '\t' } else { ' ' })
        .collect();
    let end = document.content_end(entry.value)?;
    if document.line_before(end).is_empty() {
        return document.edit(end..end, format!("{indent}{key}: {value}\n"));
    }
    let line = document.line_after(end);
    let rest = line.trim_end_matches(['\n', '\r']);
    // Anything but a comment belongs to the value.
    if !(rest.trim().is_empty() || rest.trim_start().starts_with('#')) {
        return None;
    }
    let end = end.saturating_add(rest.len());
    document.edit(end..end, format!("\n{indent}{key}: {value}"))
}

/// Returns the edit that inserts an entry at the top of the template: after `AWSTemplateFormatVersion`, or first.
pub fn at_top(document: &Document<'_, '_>, key: &str, value: &str) -> Option<Edit> {
    let root = document.template.root;
    if let Some(version) = root.entry("AWSTemplateFormatVersion") {
        return after(document, root, version, key, value);
    }
    let mut keys = root
        .as_map()?
        .iter()
        .filter_map(|entry| document.range(entry.key.id));
    let start = keys.by_ref().map(|range| range.start).min()?;
    let before = document.line_before(start);
    match document.is_flow(root.id) {
        true if !before.trim().is_empty() => {
            document.edit(start..start, format!("\"{key}\": {value}, "))
        }
        true => document.edit(start..start, format!("\"{key}\": {value},\n{before}")),
        false if before.is_empty() => document.edit(start..start, format!("{key}: {value}\n")),
        false => None,
    }
}
