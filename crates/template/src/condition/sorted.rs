//! `Conditions` with the sides of each `Fn::Equals` in cfn-lint's order.
//!
//! cfn-lint sorts them in place when it parses the conditions, so its paths and messages refer to that order.

use bumpalo::Bump;

use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Entry, Node, Value};

use super::identity::{function, swapped};

/// The maximum nesting depth; deeper conditions are not sorted.
const DEEPEST: usize = 100;

/// Returns the template with sorted sides; the template itself if they are sorted.
pub fn with_sorted_sides<'a>(arena: &'a Bump, root: Node<'a>) -> Node<'a> {
    let sorted = |name: &str, entry: &Entry<'a>| {
        let entries = entry
            .value
            .as_map()
            .filter(|_| entry.key.as_str() == Some(name))?;
        let mut changed = false;
        let conditions = entries.iter().map(|entry| {
            let (value, _) = condition(arena, entry.value, DEEPEST);
            changed |= value.is_some();
            Entry {
                value: value.unwrap_or(entry.value),
                ..*entry
            }
        });
        let conditions = conditions.collect::<Vec<_>>();
        changed.then(|| Value::Map(arena.keep_all(conditions)))
    };
    let Some(sections) = root.as_map() else {
        return root;
    };
    let Some(value) = sections
        .iter()
        .find_map(|entry| sorted("Conditions", entry))
    else {
        return root;
    };
    let sections = sections.iter().map(|entry| match entry.key.as_str() {
        Some("Conditions") => Entry {
            value: Node {
                value,
                ..entry.value
            },
            ..*entry
        },
        _ => *entry,
    });
    Node {
        value: Value::Map(arena.keep_all(sections.collect::<Vec<_>>())),
        ..root
    }
}

/// Returns a condition with sorted sides (`None` if unchanged), and whether it is well formed: list items after a
/// malformed one are not sorted.
fn condition<'a>(arena: &'a Bump, node: Node<'a>, left: usize) -> (Option<Node<'a>>, bool) {
    let (Some((name, argument)), Some(left)) = (function(node), left.checked_sub(1)) else {
        return (None, false);
    };
    let Some(items) = argument.as_list() else {
        return (None, name == "Condition" && argument.as_str().is_some());
    };
    let (items, fine) = match (name, items) {
        ("Fn::Equals", [first, second]) => {
            let fine = ![first, second]
                .iter()
                .any(|side| matches!(side.value, Value::List(_) | Value::Date(_)));
            (
                swapped(*first, *second).then(|| vec![*second, *first]),
                fine,
            )
        }
        ("Fn::And" | "Fn::Or" | "Fn::Not", _) => {
            let (mut sorted, mut changed, mut fine) = (items.to_vec(), false, true);
            for slot in &mut sorted {
                let (inner, inner_fine) = condition(arena, *slot, left);
                changed |= inner.is_some();
                *slot = inner.unwrap_or(*slot);
                fine = inner_fine;
                if !fine {
                    break;
                }
            }
            (
                changed.then_some(sorted),
                fine && (name != "Fn::Not" || items.len() == 1),
            )
        }
        _ => (None, false),
    };
    let view = items
        .zip(node.as_map().and_then(|entries| entries.first()))
        .map(|(items, entry)| {
            let argument = Node {
                value: Value::List(arena.keep_all(items)),
                ..argument
            };
            Node {
                value: Value::Map(arena.keep_all([Entry {
                    value: argument,
                    ..*entry
                }])),
                ..node
            }
        });
    (view, fine)
}
