//! All values of a part of a template.

use bumpalo::Bump;

use cfn_warden_schema::{InstancePath, Step};
use cfn_warden_syntax::{Node, Value};

/// Visits a value and all below it, each before its parts, in the order of the text. The steps that lead to it come with it:
/// `path` holds those to `node`, and does so again at the end.
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

/// The steps as a finding names its place.
pub fn instance_path<'a>(arena: &'a Bump, path: &[Step<'a>]) -> InstancePath<'a> {
    path.iter().fold(InstancePath::ROOT, |parent, step| parent.step(arena, *step))
}
