//! The path of an alias, as cfn-lint tells it.

use super::location::{key_mark, mark};
use super::{Alias, Entry, Node, Path, Position, Step, Tree, Value, python};

/// The path of the value that an alias stands for, as cfn-lint 1.58.0's `_alias_path` finds it.
///
/// An aliased value has its anchor's place; so the way down goes by the places of what holds the alias, and ends at
/// the list that it is an element of, or at the last key that begins before it.
pub fn alias_path(tree: &Tree<'_>, alias: &Alias<'_>) -> Path {
    let at = alias.span.start;
    let mut path = Path::default();
    let mut node = tree.root;
    loop {
        let next = match node.value {
            Value::Map(entries) => {
                let Some(entry) = last_before(tree, node, entries, at) else { return path };
                path.0.push(Step::Key(python::text(entry.key)));
                entry.value
            }
            Value::List(items) => {
                let Some((item, index)) = items.iter().zip(0..).find(|(item, _)| spans(tree, **item, at)) else {
                    return path;
                };
                path.0.push(Step::Index(index));
                *item
            }
            _ => return path,
        };
        if !spans(tree, next, at) {
            return path;
        }
        node = next;
    }
}

/// The entry whose key begins last before a place; a key without a mark begins with its map.
fn last_before<'a>(tree: &Tree<'_>, map: Node<'_>, entries: &'a [Entry<'a>], at: Position) -> Option<Entry<'a>> {
    let mut last: Option<(Position, Entry<'a>)> = None;
    for entry in entries {
        let start = key_mark(tree, entry.key).unwrap_or_else(|| tree.span(map.id)).start;
        let inside = start <= at && spans(tree, map, start);
        if inside && last.is_none_or(|(latest, _)| start > latest) {
            last = Some((start, *entry));
        }
    }
    last.map(|(_, entry)| entry)
}

fn spans(tree: &Tree<'_>, node: Node<'_>, at: Position) -> bool {
    mark(tree, node).is_some_and(|span| span.start <= at && at < span.end)
}
