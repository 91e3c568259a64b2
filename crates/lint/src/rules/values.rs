//! All values of a part of a template.

use bumpalo::Bump;

use cfn_warden_schema::{InstancePath, Step};
use cfn_warden_syntax::{Node, Value};

/// Visits a value and all below it, each before its parts, in the order of the text. The steps that lead to it come with it:
/// `way` holds those to `node`, and does so again at the end.
pub fn each<'a>(node: Node<'a>, way: &mut Vec<Step<'a>>, visit: &mut dyn FnMut(&[Step<'a>], Node<'a>)) {
    visit(way, node);
    match node.value {
        Value::Map(entries) => {
            for entry in entries {
                way.push(Step::Key(entry.key));
                each(entry.value, way, visit);
                way.pop();
            }
        }
        Value::List(items) => {
            for (index, item) in (0..).zip(items) {
                way.push(Step::Index(index));
                each(*item, way, visit);
                way.pop();
            }
        }
        _ => {}
    }
}

/// The steps as a finding names its place.
pub fn trail<'a>(arena: &'a Bump, way: &[Step<'a>]) -> InstancePath<'a> {
    way.iter().fold(InstancePath::ROOT, |trail, step| trail.step(arena, *step))
}
