//! Files of waivers in YAML or JSON: a map with a list `waiver`, with the fields of `[[waiver]]` in TOML.

use super::fields::{Field, waiver};
use super::waiver::{Source, SourceKind, Waiver};
use crate::error::Mistake;
use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Entry, Node, Tree, Value};

/// The key of the list.
pub const WAIVER: &str = "waiver";

/// Parses a file of waivers with this name.
///
/// # Errors
/// All mistakes with their positions.
pub fn parse(text: &str, name: &str) -> Result<Vec<Waiver>, Vec<Mistake>> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    let mut mistakes: Vec<Mistake> = parsed
        .errors
        .iter()
        .map(|error| Mistake {
            at: error.span.start,
            message: error.message.to_string(),
        })
        .collect();
    let Some(tree) = parsed.tree.filter(|_| mistakes.is_empty()) else {
        return Err(mistakes);
    };
    let mistake = |node: Node<'_>, message: String| Mistake {
        at: tree.span(node.id).start,
        message,
    };
    let Some(entries) = tree.root.as_map() else {
        return Err(vec![mistake(
            tree.root,
            format!("expected a map with the list `{WAIVER}`"),
        )]);
    };
    let mut waivers = Vec::new();
    for Entry { key, value, .. } in entries {
        match (key.as_str(), value.as_list()) {
            (Some(WAIVER), Some(items)) => {
                for item in items {
                    match read(&tree, *item, name) {
                        Ok(waiver) => waivers.push(waiver),
                        Err(wrong) => mistakes.extend(wrong),
                    }
                }
            }
            (Some(WAIVER), None) => {
                mistakes.push(mistake(*value, format!("`{WAIVER}` is not a list")))
            }
            (other, _) => mistakes.push(mistake(
                *key,
                format!(
                    "unknown key `{}`; expected `{WAIVER}`",
                    other.unwrap_or_default()
                ),
            )),
        }
    }
    if mistakes.is_empty() {
        Ok(waivers)
    } else {
        Err(mistakes)
    }
}

fn read(tree: &Tree<'_>, item: Node<'_>, name: &str) -> Result<Waiver, Vec<Mistake>> {
    let at = tree.span(item.id).start;
    let Some(entries) = item.as_map() else {
        return Err(vec![Mistake {
            at,
            message: "expected a map with `rule` and `reason`".to_owned(),
        }]);
    };
    waiver(
        &fields(tree, entries),
        Source {
            kind: SourceKind::File,
            file: name.to_owned(),
            at,
        },
        None,
    )
}

/// Returns the entries of a map as the fields of a waiver.
pub(super) fn fields(tree: &Tree<'_>, entries: &[Entry<'_>]) -> Vec<Field> {
    let field = |entry: &Entry<'_>| Field {
        key: entry.key.as_str().unwrap_or_default().to_owned(),
        value: text(entry.value),
        at: tree.span(entry.key.id).start,
        value_at: tree.span(entry.value.id).start,
    };
    entries.iter().map(field).collect()
}

fn text(value: Node<'_>) -> Option<String> {
    match value.value {
        Value::Str(text) | Value::Date(text) => Some(text.to_owned()),
        _ => None,
    }
}
