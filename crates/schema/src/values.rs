//! Visits all values in a part of a template.

use bumpalo::Bump;

use super::path::{InstancePath, Step};
use cfn_warden_syntax::{Node, Value};

/// Visits a node and all its descendants in document order, parents first. `path` must lead to `node`; it is restored
/// before the function returns.
pub fn visit_all<'a>(node: Node<'a>, path: &mut Vec<Step<'a>>, visit: &mut dyn FnMut(&[Step<'a>], Node<'a>)) {
    visit(path, node);
    match node.value {
        Value::Map(entries) => {
            for entry in entries {
                path.push(Step::Key(entry.key));
                visit_all(entry.value, path, visit);
                path.pop();
            }
        }
        Value::List(items) => {
            for (index, item) in (0..).zip(items) {
                path.push(Step::Index(index));
                visit_all(*item, path, visit);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Converts steps to an instance path.
pub fn instance_path<'a>(arena: &'a Bump, path: &[Step<'a>]) -> InstancePath<'a> {
    path.iter().fold(InstancePath::ROOT, |parent, step| parent.step(arena, *step))
}
