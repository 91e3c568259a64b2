//! Visits all values in a part of a template.

use bumpalo::Bump;

use super::path::{InstancePath, Step};
use cfn_warden_syntax::{Node, Value, split_pair};

/// Receives the steps to a value, and the value.
pub type Visit<'v, 'a> = dyn FnMut(&[Step<'a>], Node<'a>) + 'v;

/// Visits a node and all its descendants in document order, parents first. `path` must lead to `node`; it is restored
/// before the function returns.
pub fn visit_all<'a>(node: Node<'a>, path: &mut Vec<Step<'a>>, visit: &mut Visit<'_, 'a>) {
    visit_where(node, path, |_, _| true, visit);
}

/// Like [`visit_all`], but visits only texts that contain these ASCII characters, one after the other.
pub fn visit_texts<'a>(
    node: Node<'a>,
    path: &mut Vec<Step<'a>>,
    pair: [u8; 2],
    visit: &mut Visit<'_, 'a>,
) {
    visit_where(
        node,
        path,
        |_, node| {
            node.as_str()
                .is_some_and(|text| split_pair(text, pair).is_some())
        },
        visit,
    );
}

/// Like [`visit_all`], but visits only the values of keys for which `is_wanted` returns true.
pub fn visit_keys<'a>(
    node: Node<'a>,
    path: &mut Vec<Step<'a>>,
    is_wanted: fn(&str) -> bool,
    visit: &mut Visit<'_, 'a>,
) {
    let is_key = |path: &[Step<'a>], _| match path.last() {
        Some(Step::Key(key)) => key.as_str().is_some_and(is_wanted),
        _ => false,
    };
    visit_where(node, path, is_key, visit);
}

fn visit_where<'a>(
    node: Node<'a>,
    path: &mut Vec<Step<'a>>,
    is_wanted: impl Fn(&[Step<'a>], Node<'a>) -> bool + Copy,
    visit: &mut Visit<'_, 'a>,
) {
    if is_wanted(path, node) {
        visit(path, node);
    }
    match node.value {
        Value::Map(entries) => {
            for entry in entries {
                path.push(Step::Key(entry.key));
                visit_where(entry.value, path, is_wanted, visit);
                path.pop();
            }
        }
        Value::List(items) => {
            for (index, item) in (0..).zip(items) {
                path.push(Step::Index(index));
                visit_where(*item, path, is_wanted, visit);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Converts steps to an instance path.
pub fn instance_path<'a>(arena: &'a Bump, path: &[Step<'a>]) -> InstancePath<'a> {
    path.iter()
        .fold(InstancePath::ROOT, |parent, step| parent.step(arena, *step))
}
