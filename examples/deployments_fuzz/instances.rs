//! The document of a deployment of a template. `tests/harness/deployments.rs` uses it, too.

use bumpalo::Bump;
use cfn_warden_syntax::deployments::{Assignment, Unknown, UnknownKind, Variation};
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::deployments::VaryingTemplate;

/// The document of a deployment, with a value for each unknown one; `filling` selects it. `None` if nothing is deployed.
pub fn filled_in(
    template: &VaryingTemplate<'_>,
    deployment: &Assignment,
    filling: usize,
) -> Option<String> {
    Some(json(instance(
        &Bump::new(),
        template,
        template.tree.root,
        deployment,
        filling,
    )?))
}

/// A deployment, for which `choose` returns a number below its argument for each axis.
pub fn some(
    template: &VaryingTemplate<'_>,
    mut choose: impl FnMut(usize) -> usize,
) -> Option<Assignment> {
    let mut set = template.space.valid;
    for dimension in &template.space.axes {
        let chosen = choose(dimension.values.len());
        let sets = &template.space.deployments;
        let narrowed = sets.and(set, sets.having(dimension.axis, |value| value == chosen));
        if !narrowed.is_empty() {
            set = narrowed;
        }
    }
    template.space.pick(set)
}

/// The value at a node in a deployment; `None` if it is absent.
fn instance<'a>(
    arena: &'a Bump,
    template: &VaryingTemplate<'_>,
    node: Node<'_>,
    deployment: &Assignment,
    filling: usize,
) -> Option<Node<'a>> {
    let below = |node: Node<'_>| instance(arena, template, node, deployment, filling);
    match template.variations.get(&node.id) {
        Some(Variation::Choice(sets)) => {
            let at = sets
                .iter()
                .position(|set| template.space.contains(*set, deployment))?;
            return below(node.as_list()?[at]);
        }
        Some(Variation::Present(set)) if !template.space.contains(*set, deployment) => return None,
        Some(Variation::Unknown(unknown)) => {
            return Some(Node {
                id: node.id,
                value: filled(arena, unknown, filling),
            });
        }
        _ => {}
    }
    let value = match node.value {
        Value::Null => Value::Null,
        Value::Bool(is) => Value::Bool(is),
        Value::Int(number) => Value::Int(number),
        Value::Float(number) => Value::Float(number),
        Value::BigInt(text) => Value::BigInt(arena.alloc_str(text)),
        Value::Date(text) => Value::Date(arena.alloc_str(text)),
        Value::Str(text) => Value::Str(arena.alloc_str(text)),
        Value::List(items) => {
            let items: Vec<Node<'a>> = items.iter().filter_map(|item| below(*item)).collect();
            Value::List(arena.alloc_slice_copy(&items))
        }
        Value::Map(entries) => {
            // The last of equal keys counts, also if its value is absent.
            let is_repeated = |at: usize, entry: &Entry<'_>| {
                entry.key.as_str().is_some_and(|key| {
                    entries
                        .iter()
                        .skip(at + 1)
                        .any(|later| later.key.as_str() == Some(key))
                })
            };
            let last = entries
                .iter()
                .enumerate()
                .filter(|(at, entry)| !is_repeated(*at, entry));
            let entries: Vec<_> = last
                .filter_map(|(_, entry)| {
                    Some(Entry {
                        key: below(entry.key)?,
                        value: below(entry.value)?,
                    })
                })
                .collect();
            Value::Map(arena.alloc_slice_copy(&entries))
        }
    };
    Some(Node { id: node.id, value })
}

/// A value that an unknown one may be.
fn filled<'a>(arena: &'a Bump, unknown: &Unknown<'_>, filling: usize) -> Value<'a> {
    let middle = [
        "",
        "x",
        "true",
        "arn:aws:s3:::x",
        "*",
        "80",
        "aws:kms",
        "0.0.0.0/0",
    ][filling % 8];
    let text = Value::Str(arena.alloc_str(&[unknown.prefix, middle, unknown.suffix].concat()));
    match unknown.kind {
        UnknownKind::TextList => {
            let item = Node {
                id: cfn_warden_syntax::derive::SYNTHETIC,
                value: text,
            };
            Value::List(arena.alloc_slice_copy(&vec![item; filling % 3]))
        }
        UnknownKind::Number { least, most } => {
            let step = i64::try_from(filling % 5).unwrap_or_default();
            Value::Int(match (least, most) {
                (Some(least), most) => (least + step).min(most.unwrap_or(i64::MAX)),
                (None, Some(most)) => most - step,
                (None, None) => step,
            })
        }
        UnknownKind::Any if filling % 4 == 3 => Value::Bool(true),
        UnknownKind::Any if filling % 4 == 2 => Value::Int(443),
        _ => text,
    }
}

/// A value in JSON; values that JSON lacks keep their YAML form.
fn json(node: Node<'_>) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    match node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(is) => is.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) if number.is_nan() => ".nan".to_owned(),
        Value::Float(number) if number.is_infinite() => {
            if number > 0.0 { ".inf" } else { "-.inf" }.to_owned()
        }
        Value::Float(number) => format!("{number:?}"),
        Value::BigInt(text) | Value::Date(text) => text.to_owned(),
        Value::Str(text) => quoted(text),
        Value::List(items) => format!(
            "[{}]",
            items
                .iter()
                .map(|item| json(*item))
                .collect::<Vec<_>>()
                .join(", ")
        ),
        Value::Map(entries) => {
            let entry = |entry: &cfn_warden_syntax::Entry<'_>| {
                let key = entry.key.as_str().map_or_else(|| json(entry.key), quoted);
                format!("{key}: {}", json(entry.value))
            };
            format!(
                "{{{}}}",
                entries.iter().map(entry).collect::<Vec<_>>().join(", ")
            )
        }
    }
}
