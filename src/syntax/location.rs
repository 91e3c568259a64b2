//! The place that cfn-lint shows for a finding: the last key on the way that has one.
//!
//! Source: `Template.get_location_yaml` of cfn-lint 1.58.0. What has a place there: maps, lists and strings as elements
//! of a list, and keys that are strings. A key that only a short tag implies, a key that is no string, a number or a
//! `GetAtt` part has none; then the key above it is shown.

use super::tree::{At, Style};
use super::{Node, Path, Span, Step, Tree, Value};

/// The place of a path below `root`: of its last key or item, or of the nearest key above it that has one;
/// [`Span::START`] where there is none. The path may lead where the document does not.
pub fn location(tree: &Tree<'_>, root: Node<'_>, path: &Path) -> Span {
    let steps = path.0.as_slice();
    let Some((last, before)) = steps.split_last() else { return tree.span(root.id) };
    let mut found = None;
    let mut at = Some(root);
    for step in before {
        let Some(node) = at else { break };
        found = key_place(tree, node, step).or(found);
        at = child(node, step);
    }
    let place = at.and_then(|node| match (node.value, last) {
        (Value::List(items), Step::Index(index)) => items.get(*index as usize).and_then(|item| mark(tree, *item)),
        _ => key_place(tree, node, last),
    });
    place.or(found).unwrap_or(Span::START)
}

/// The place of a node: what [`location`] says of its path, but right also where a key stands twice.
pub fn location_of(tree: &Tree<'_>, node: Node<'_>) -> Span {
    let Some(info) = tree.info(node.id) else { return Span::START };
    let own = match info.at {
        At::Root => Some(info.span),
        At::Key => key_mark(tree, node),
        At::Index(_) => mark(tree, node),
        At::Value(..) => None,
    };
    own.unwrap_or_else(|| key_above(tree, node))
}

/// The nearest key above a node that has a place.
fn key_above(tree: &Tree<'_>, node: Node<'_>) -> Span {
    let mut at = node.id;
    while let Some(info) = tree.info(at) {
        match info.at {
            At::Root => break,
            At::Value(_, key) if is_marked_key(tree, key) => return tree.span(key),
            _ => at = info.parent,
        }
    }
    Span::START
}

fn child<'a>(node: Node<'a>, step: &Step) -> Option<Node<'a>> {
    match (node.value, step) {
        (Value::Map(_), Step::Key(key)) => node.get(key),
        (Value::List(items), Step::Index(index)) => items.get(*index as usize).copied(),
        _ => None,
    }
}

/// The place of a key of a map. In a list of strings the reference finds an equal string.
fn key_place(tree: &Tree<'_>, node: Node<'_>, step: &Step) -> Option<Span> {
    let Step::Key(wanted) = step else { return None };
    match node.value {
        // A repeated or overriding key shows its first place: Python's dict keeps the first key.
        Value::Map(entries) => {
            let entry = entries.iter().find(|entry| entry.key.as_str() == Some(wanted))?;
            key_mark(tree, entry.key)
        }
        Value::List(items) => {
            let item = items.iter().rev().find(|item| item.as_str() == Some(wanted))?;
            mark(tree, *item)
        }
        _ => None,
    }
}

/// The place that the reference knows of a value: of a map, a list or a string, but not of what a short tag holds.
pub(super) fn mark(tree: &Tree<'_>, node: Node<'_>) -> Option<Span> {
    let info = tree.info(node.id)?;
    let tagged = match info.at {
        At::Value(key, _) => tree.tag(info.parent).is_some().then_some(key),
        _ => None,
    };
    let marked = match (node.value, tagged) {
        (Value::List(_), Some(key)) => key == "Fn::GetAtt",
        (_, Some(_)) => false,
        (Value::Map(_) | Value::List(_), None) => true,
        (Value::Str(_), None) => info.style != Style::Implied,
        _ => false,
    };
    marked.then_some(info.span)
}

/// The place that the reference knows of a key.
pub(super) fn key_mark(tree: &Tree<'_>, key: Node<'_>) -> Option<Span> {
    is_marked_key(tree, key.id).then(|| tree.span(key.id))
}

/// Whether a key has a place: it was written, and as a string.
fn is_marked_key(tree: &Tree<'_>, key: super::NodeId) -> bool {
    tree.info(key).is_some_and(|info| info.style != Style::Implied) && tree.raw(key).is_none()
}
