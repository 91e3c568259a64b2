//! The location that cfn-lint shows for a finding: the last key on its path that has a mark.
//!
//! Source: `Template.get_location_yaml` of cfn-lint 1.58.0. Maps, lists and strings in a list have marks, and keys that
//! are strings. Numbers, keys that are not strings, keys that a short tag implies and parts of a `GetAtt` have none;
//! for these the key above is shown.

use std::cell::RefCell;
use std::collections::HashMap;

use super::tree::{At, Style};
use super::{Entry, Node, Path, Span, Step, Tree, Value};

/// Returns the span of the last key or item of a path below `root`, or of the nearest key above it that has a mark;
/// [`Span::START`] if there is none. The path need not exist in the document.
pub fn location(tree: &Tree<'_>, root: Node<'_>, path: &Path) -> Span {
    LocationIndex {
        tree,
        root,
        large: None,
    }
    .place(path)
}

/// By key of a map: the index of its first and of its last entry.
type Index<'a> = HashMap<&'a str, (usize, usize)>;

/// An index for locating many paths of one document: keys of large maps are hashed.
#[derive(Debug)]
pub struct LocationIndex<'t, 'a> {
    tree: &'t Tree<'a>,
    root: Node<'a>,
    /// By the address of the entries; `None` for a single path, which is not worth an index.
    large: Option<RefCell<HashMap<*const Entry<'a>, Index<'a>>>>,
}

impl<'t, 'a> LocationIndex<'t, 'a> {
    /// Returns an index for the document below `root`.
    pub fn of(tree: &'t Tree<'a>, root: Node<'a>) -> LocationIndex<'t, 'a> {
        LocationIndex {
            tree,
            root,
            large: Some(RefCell::default()),
        }
    }

    /// Returns the document.
    pub fn tree(&self) -> &'t Tree<'a> {
        self.tree
    }

    /// Returns the same span as [`location`].
    pub fn place(&self, path: &Path) -> Span {
        let steps = path.0.as_slice();
        let Some((last, before)) = steps.split_last() else {
            return self.tree.span(self.root.id);
        };
        let mut found = None;
        let mut at = Some(self.root);
        for step in before {
            let Some(node) = at else { break };
            found = self.key_place(node, step).or(found);
            at = self.child(node, step);
        }
        let place = at.and_then(|node| match (node.value, last) {
            (Value::List(items), Step::Index(index)) => items
                .get(*index as usize)
                .and_then(|item| mark(self.tree, *item)),
            _ => self.key_place(node, last),
        });
        place.or(found).unwrap_or(Span::START)
    }

    fn child(&self, node: Node<'a>, step: &Step) -> Option<Node<'a>> {
        match (node.value, step) {
            (Value::Map(entries), Step::Key(key)) => {
                self.entries(entries, key).map(|(_, last)| last.value)
            }
            (Value::List(items), Step::Index(index)) => items.get(*index as usize).copied(),
            _ => None,
        }
    }

    /// Returns the span of a key of a map. In a list of strings cfn-lint finds an equal string.
    fn key_place(&self, node: Node<'a>, step: &Step) -> Option<Span> {
        let Step::Key(wanted) = step else { return None };
        match node.value {
            // For a repeated or overriding key the first occurrence is shown, because Python's dict keeps the first
            // key.
            Value::Map(entries) => key_mark(self.tree, self.entries(entries, wanted)?.0.key),
            Value::List(items) => {
                let item = items
                    .iter()
                    .rev()
                    .find(|item| item.as_str() == Some(wanted))?;
                mark(self.tree, *item)
            }
            _ => None,
        }
    }

    /// Returns the first and the last entry of a key.
    fn entries(
        &self,
        entries: &'a [Entry<'a>],
        key: &str,
    ) -> Option<(&'a Entry<'a>, &'a Entry<'a>)> {
        const LARGE: usize = 64;
        let is_key = |entry: &&Entry<'a>| entry.key.as_str() == Some(key);
        let large = self.large.as_ref().filter(|_| entries.len() >= LARGE);
        let Some(large) = large else {
            return Some((entries.iter().find(is_key)?, entries.iter().rfind(is_key)?));
        };
        let mut large = large.borrow_mut();
        let index = large.entry(entries.as_ptr()).or_insert_with(|| {
            let mut index = Index::with_capacity(entries.len());
            for (place, key) in entries
                .iter()
                .enumerate()
                .filter_map(|(place, entry)| Some((place, entry.key.as_str()?)))
            {
                index.entry(key).or_insert((place, place)).1 = place;
            }
            index
        });
        let (first, last) = *index.get(key)?;
        Some((entries.get(first)?, entries.get(last)?))
    }
}

/// Returns the span of a node: the same as [`location`] for its path, but correct for repeated keys too.
pub fn location_of(tree: &Tree<'_>, node: Node<'_>) -> Span {
    let Some(info) = tree.info(node.id) else {
        return Span::START;
    };
    let own = match info.at {
        At::Root => Some(info.span),
        At::Key => key_mark(tree, node),
        At::Index(_) => mark(tree, node),
        At::Value(..) => None,
    };
    own.unwrap_or_else(|| key_above(tree, node))
}

/// Returns the span of the nearest key above a node that has a mark.
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

/// Returns the mark of a value in cfn-lint: of a map, list or string, but not under a short tag.
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

/// Returns the mark of a key in cfn-lint.
pub(super) fn key_mark(tree: &Tree<'_>, key: Node<'_>) -> Option<Span> {
    is_marked_key(tree, key.id).then(|| tree.span(key.id))
}

/// Whether a key has a mark: it is written and a string.
fn is_marked_key(tree: &Tree<'_>, key: super::NodeId) -> bool {
    tree.info(key)
        .is_some_and(|info| info.style != Style::Implied)
        && tree.raw(key).is_none()
}
