//! Paths of aliases, as in cfn-lint's findings.

use std::collections::HashMap;

use super::location::{key_mark, mark};
use super::{Node, NodeId, Path, Position, Step, Tree, Value, python};

/// The elements of a list or map, sorted by their start.
type Parts<'a> = Vec<(Position, Step, Node<'a>)>;

/// Returns the paths of the aliases of a tree, in source order, as cfn-lint 1.58.0's `_alias_path` finds them.
///
/// An aliased value has the span of its anchor, so the search descends by the spans of the collections around the
/// alias. It ends at the list that contains the alias, or at the last key that starts before it.
pub fn alias_paths(tree: &Tree<'_>) -> Vec<Path> {
    // Each list and map is sorted once, however many aliases it contains.
    let mut seen = HashMap::new();
    tree.aliases
        .iter()
        .map(|alias| alias_path(tree, alias.span.start, &mut seen))
        .collect()
}

fn alias_path<'a>(tree: &Tree<'a>, at: Position, seen: &mut HashMap<NodeId, Parts<'a>>) -> Path {
    let mut path = Path::default();
    let mut node = tree.root;
    loop {
        let parts = seen.entry(node.id).or_insert_with(|| parts(tree, node));
        let before = parts.partition_point(|(start, ..)| *start <= at);
        let Some((_, step, part)) = before.checked_sub(1).and_then(|last| parts.get(last)) else {
            return path;
        };
        let inside = spans(tree, *part, at);
        // Enters a list only if the element contains the alias.
        if inside || matches!(step, Step::Key(_)) {
            path.0.push(step.clone());
        }
        if !inside {
            return path;
        }
        node = *part;
    }
}

fn parts<'a>(tree: &Tree<'a>, node: Node<'a>) -> Parts<'a> {
    let mut parts: Parts<'a> = match node.value {
        // A key without a mark starts with its map; merged keys start outside of it. The sort puts the first of several
        // keys with the same start last, so that it is chosen.
        Value::Map(entries) => {
            let start = |key| {
                key_mark(tree, key)
                    .unwrap_or_else(|| tree.span(node.id))
                    .start
            };
            let entries = entries.iter().rev().map(|entry| (start(entry.key), entry));
            let inside = entries.filter(|(start, _)| spans(tree, node, *start));
            inside
                .map(|(start, entry)| (start, Step::Key(python::str(entry.key)), entry.value))
                .collect()
        }
        // Elements that are aliases have the span of their anchor, before the elements around them.
        Value::List(items) => {
            let mut end = tree.span(node.id).start;
            let own = (0..).zip(items).filter_map(|(index, item)| {
                let span = mark(tree, *item).filter(|span| span.start >= end)?;
                end = span.end;
                Some((span.start, Step::Index(index), *item))
            });
            own.collect()
        }
        _ => Vec::new(),
    };
    parts.sort_by_key(|(start, ..)| *start);
    parts
}

fn spans(tree: &Tree<'_>, node: Node<'_>, at: Position) -> bool {
    mark(tree, node).is_some_and(|span| span.start <= at && at < span.end)
}
