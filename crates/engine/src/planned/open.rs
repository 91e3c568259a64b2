//! Terraform plans in which unknown values are present.
//!
//! A plan in JSON leaves a value out that is not known, and has `true` in its place in `after_unknown`. Here the value is present
//! and marked, so that a rule can tell it from one that is not set ([`Unset`]).
//! Source: <https://developer.hashicorp.com/terraform/internals/json-format#change-representation>

use std::borrow::Cow;
use std::collections::HashMap;

use bumpalo::Bump;

use super::unset::Unset;
use cfn_warden_syntax::deployments::{Unknown, UnknownKind, Variation, Variations};
use cfn_warden_syntax::derive::{Mark, MarkKind, derive_marked, edited};
use cfn_warden_syntax::{Entry, Node, NodeId, Tree, Value};

/// A plan in which unknown values are present.
pub(super) struct OpenPlan<'a> {
    /// The document, with the paths of the plan; `None` if all values are known.
    pub tree: Option<Tree<'a>>,
    /// The unknown values.
    pub unknowns: Variations<'a>,
}

/// Returns a plan in which unknown values are present; `None` if the document is not a plan.
pub(super) fn open<'a>(arena: &'a Bump, tree: &Tree<'a>) -> Option<OpenPlan<'a>> {
    let root = tree.root;
    root.get("format_version")?.as_str()?;
    let changes = [
        root.get("resource_changes"),
        root.get("planned_values"),
        root.get("output_changes"),
    ];
    changes.iter().flatten().next()?;
    let unset = Unset::of(arena, root);
    let mut opener = Opener {
        arena,
        unset,
        first: tree.len(),
        marks: Vec::new(),
        names: Vec::new(),
        values: HashMap::new(),
    };
    let root = opener.plan(root);
    if opener.marks.is_empty() {
        return Some(OpenPlan {
            tree: None,
            unknowns: Variations::new(),
        });
    }
    let (tree, placed) = derive_marked(arena, tree, root, &opener.marks);
    let unknown = |name| {
        Variation::Unknown(Unknown {
            kind: UnknownKind::Json,
            prefix: "",
            suffix: "",
            name,
        })
    };
    let unknowns = placed
        .into_iter()
        .zip(opener.names.into_iter().map(unknown))
        .collect();
    Some(OpenPlan {
        tree: Some(tree),
        unknowns,
    })
}

struct Opener<'a> {
    arena: &'a Bump,
    unset: Unset<'a>,
    /// The ID of the first mark.
    first: usize,
    marks: Vec<Mark>,
    /// The name of each unknown value.
    names: Vec<&'a str>,
    /// What is unknown of a resource, by its address.
    values: HashMap<&'a str, Node<'a>>,
}

impl<'a> Opener<'a> {
    fn plan(&mut self, root: Node<'a>) -> Node<'a> {
        let changes = root
            .get("resource_changes")
            .and_then(|changes| changes.as_list())
            .unwrap_or_default();
        // A deposed object has the address of the one that replaces it.
        self.values = changes
            .iter()
            .filter(|resource| resource.get("deposed").is_none())
            .filter_map(|resource| Some((address(*resource)?, self.unknown_of(*resource)?)))
            .collect();
        let outputs = root.get("output_changes");
        self.edited(root, |opener, key, section| match key {
            "resource_changes" => opener.each(section, Opener::resource_change),
            "deferred_changes" => opener.each(section, |opener, deferred| {
                opener.edited(deferred, |opener, key, change| match key {
                    "resource_change" => opener.resource_change(change),
                    _ => change,
                })
            }),
            "output_changes" => opener.edited(section, |opener, name, change| {
                opener.change(change, opener.arena.alloc_str(&format!("output.{name}")))
            }),
            "planned_values" => opener.edited(section, |opener, key, part| match key {
                "root_module" => opener.module(part),
                "outputs" => opener.edited(part, |opener, name, output| {
                    let unknown =
                        outputs.and_then(|outputs| outputs.get(name)?.get("after_unknown"));
                    let prefix = opener.arena.alloc_str(&format!("output.{name}"));
                    unknown.map_or(output, |unknown| {
                        opener.member(output, "value", unknown, prefix)
                    })
                }),
                _ => part,
            }),
            "variables" => {
                opener.edited(section, |opener, name, variable| match variable.as_map() {
                    Some([]) => {
                        let prefix = opener.arena.alloc_str(&format!("var.{name}"));
                        let value = opener.unknown(variable, prefix);
                        opener.with(variable, "value", value)
                    }
                    _ => variable,
                })
            }
            _ => section,
        })
    }

    fn resource_change(&mut self, resource: Node<'a>) -> Node<'a> {
        let prefix = address(resource).unwrap_or_default();
        let unknown = self.unknown_of(resource);
        self.edited(resource, |opener, key, change| match key {
            "change" => unknown.map_or(change, |unknown| {
                opener.member(change, "after", unknown, prefix)
            }),
            _ => change,
        })
    }

    /// Returns what is unknown of a resource and set.
    fn unknown_of(&self, resource: Node<'a>) -> Option<Node<'a>> {
        Some(
            self.unset
                .without(resource, resource.get("change")?.get("after_unknown")?),
        )
    }

    fn change(&mut self, change: Node<'a>, prefix: &'a str) -> Node<'a> {
        let unknown = change.get("after_unknown");
        unknown.map_or(change, |unknown| {
            self.member(change, "after", unknown, prefix)
        })
    }

    /// The resources of `planned_values` have no marks of their own.
    fn module(&mut self, module: Node<'a>) -> Node<'a> {
        self.edited(module, |opener, key, part| match key {
            "resources" => opener.each(part, |opener, resource| {
                let address = address(resource).unwrap_or_default();
                let unknown = opener.values.get(address).copied();
                unknown.map_or(resource, |unknown| {
                    opener.member(resource, "values", unknown, address)
                })
            }),
            "child_modules" => opener.each(part, Opener::module),
            _ => part,
        })
    }

    /// Opens a member of a map, which may be absent.
    fn member(
        &mut self,
        map: Node<'a>,
        name: &'static str,
        unknown: Node<'a>,
        prefix: &'a str,
    ) -> Node<'a> {
        if !has_unknown(unknown) {
            return map;
        }
        let value = self.value(map.get(name), unknown, &mut prefix.to_owned());
        self.with(map, name, value)
    }

    /// Returns a value with what is unknown of it. `path` is its name.
    fn value(&mut self, known: Option<Node<'a>>, unknown: Node<'a>, path: &mut String) -> Node<'a> {
        let known_or = |value| {
            known.unwrap_or(Node {
                id: unknown.id,
                value,
            })
        };
        match unknown.value {
            Value::Bool(true) => {
                let name = shortened(path);
                let name = self.arena.alloc_str(&name);
                self.unknown(unknown, name)
            }
            Value::Map(entries) if has_unknown(unknown) => {
                let map = known_or(Value::Map(&[]));
                let mut members = map.as_map().unwrap_or_default().to_vec();
                let named = members
                    .iter()
                    .enumerate()
                    .filter_map(|(at, member)| Some((member.key.as_str()?, at)));
                let places: HashMap<&str, usize> = named.collect();
                for entry in entries.iter().filter(|entry| has_unknown(entry.value)) {
                    let Some(name) = entry.key.as_str() else {
                        continue;
                    };
                    let own = places.get(name).and_then(|at| members.get_mut(*at));
                    let length = path.len();
                    path.push('.');
                    path.push_str(name);
                    let value =
                        self.value(own.as_ref().map(|member| member.value), entry.value, path);
                    path.truncate(length);
                    match own {
                        Some(member) => member.value = value,
                        None => members.push(Entry {
                            key: entry.key,
                            value,
                        }),
                    }
                }
                Node {
                    value: Value::Map(self.arena.alloc_slice_copy(&members)),
                    ..map
                }
            }
            Value::List(marks) if has_unknown(unknown) => {
                let list = known_or(Value::List(&[]));
                let mut items = list.as_list().unwrap_or_default().to_vec();
                for (index, mark) in marks
                    .iter()
                    .enumerate()
                    .filter(|(_, mark)| has_unknown(**mark))
                {
                    let length = path.len();
                    path.push_str(&format!("[{index}]"));
                    let value = self.value(items.get(index).copied(), *mark, path);
                    path.truncate(length);
                    match items.get_mut(index) {
                        Some(item) => *item = value,
                        None => items.push(value),
                    }
                }
                Node {
                    value: Value::List(self.arena.alloc_slice_copy(&items)),
                    ..list
                }
            }
            _ => known_or(Value::Null),
        }
    }

    /// Returns an unknown value at the place of a node.
    fn unknown(&mut self, of: Node<'a>, name: &'a str) -> Node<'a> {
        let id = u32::try_from(self.first.saturating_add(self.marks.len())).unwrap_or(u32::MAX);
        self.marks.push(Mark {
            of: of.id,
            kind: MarkKind::Copy,
        });
        self.names.push(name);
        Node {
            id: NodeId(id),
            value: Value::Bool(true),
        }
    }

    /// Returns a map with a member, which takes the place of one with the same name.
    fn with(&self, map: Node<'a>, name: &'static str, value: Node<'a>) -> Node<'a> {
        let mut members = map.as_map().unwrap_or_default().to_vec();
        match members
            .iter_mut()
            .find(|member| member.key.as_str() == Some(name))
        {
            Some(member) => member.value = value,
            None => members.push(Entry {
                key: Node {
                    id: map.id,
                    value: Value::Str(name),
                },
                value,
            }),
        }
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&members)),
            ..map
        }
    }

    /// Returns a map with other values; other nodes are returned unchanged.
    fn edited(
        &mut self,
        node: Node<'a>,
        mut edit: impl FnMut(&mut Self, &'a str, Node<'a>) -> Node<'a>,
    ) -> Node<'a> {
        edited(self.arena, node, &mut |key, value| {
            Some(edit(self, key, value))
        })
    }

    /// Returns a list with other items; other nodes are returned unchanged.
    fn each(&mut self, node: Node<'a>, edit: impl Fn(&mut Self, Node<'a>) -> Node<'a>) -> Node<'a> {
        let Some(items) = node.as_list() else {
            return node;
        };
        let items: Vec<Node<'a>> = items.iter().map(|item| edit(self, *item)).collect();
        Node {
            value: Value::List(self.arena.alloc_slice_copy(&items)),
            ..node
        }
    }
}

fn address<'a>(resource: Node<'a>) -> Option<&'a str> {
    resource.get("address")?.as_str()
}

/// The longest name of an unknown value, in bytes. Many values may be below one long key.
const NAME: usize = 256;

fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= NAME {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!(
        "{}…",
        name.get(..name.floor_char_boundary(NAME))
            .unwrap_or_default()
    ))
}

/// Whether a tree of `after_unknown` marks something.
fn has_unknown(mark: Node<'_>) -> bool {
    match mark.value {
        Value::Bool(holds) => holds,
        Value::List(items) => items.iter().any(|item| has_unknown(*item)),
        Value::Map(entries) => entries.iter().any(|entry| has_unknown(entry.value)),
        _ => false,
    }
}
