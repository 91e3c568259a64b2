//! The place that cfn-lint shows for a finding: the last key on the way that has one.
//!
//! Source: `Template.get_location_yaml` of cfn-lint 1.58.0. What has a place there: maps, lists and strings as elements
//! of a list, and keys that are strings. A key that only a short tag implies, a key that is no string, a number or a
//! `GetAtt` part has none; then the key above it is shown.

use super::tree::{At, Marks, Style};
use super::{Node, NodeId, Path, Span, Step, Tree, Value};

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
        (Value::List(items), Step::Index(index)) => items.get(*index as usize).and_then(|item| item_place(tree, *item)),
        _ => key_place(tree, node, last),
    });
    place.or(found).unwrap_or(Span::START)
}

/// The place of a node: what [`location`] says of its path, but right also where a key stands twice.
pub fn location_of(tree: &Tree<'_>, node: Node<'_>) -> Span {
    let Some(info) = tree.info(node.id) else { return Span::START };
    match info.at {
        At::Root => return info.span,
        At::Key if info.style != Style::Implied && node.as_str().is_some() => return info.span,
        At::Index(_) => {
            if let Some(span) = item_place(tree, node) {
                return span;
            }
        }
        _ => {}
    }
    key_above(tree, node.id)
}

/// The nearest key above a node that has a place.
fn key_above(tree: &Tree<'_>, node: NodeId) -> Span {
    let mut at = node;
    while let Some(info) = tree.info(at) {
        match info.at {
            At::Root => break,
            At::Value(_, key) if tree.is_marked_key(key) => return tree.span(key),
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
            tree.is_marked_key(entry.key.id).then(|| tree.span(entry.key.id))
        }
        Value::List(items) => {
            let item = items.iter().rev().find(|item| item.as_str() == Some(wanted))?;
            item_place(tree, *item)
        }
        _ => None,
    }
}

fn item_place(tree: &Tree<'_>, item: Node<'_>) -> Option<Span> {
    let info = tree.info(item.id)?;
    let marked = match item.value {
        Value::Map(_) | Value::List(_) => true,
        Value::Str(_) => info.style != Style::Implied && tree.marks == Marks::Yaml,
        _ => false,
    };
    marked.then_some(info.span)
}

impl Tree<'_> {
    /// Whether a key has a place: it was written, and as a string.
    fn is_marked_key(&self, key: NodeId) -> bool {
        self.info(key).is_some_and(|info| info.style != Style::Implied) && self.raw(key).is_none()
    }
}
