//! The document of one deployment.

use std::collections::HashMap;

use bumpalo::Bump;

use super::VaryingTemplate;
use cfn_warden_syntax::deployments::{Assignment, UnknownKind, Variation};
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Entry, Node, NodeId, Path, Step, Tree, Value};

/// What the document of a deployment has in place of unknown values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknowns {
    /// Functions.
    Functions,
    /// Their names, if they are texts: `Ref BucketName`.
    Names,
}

impl<'a> VaryingTemplate<'a> {
    /// Returns the document of one deployment. On axes without a value, the first one applies.
    pub fn instance(
        &self,
        arena: &'a Bump,
        deployment: &Assignment,
        unknowns: Unknowns,
    ) -> Tree<'a> {
        let root = self
            .at(arena, self.tree.root, deployment, unknowns)
            .unwrap_or(self.tree.root);
        derive(arena, &self.tree, root)
    }

    /// Returns the document of one deployment with only some of its resources, and no other sections.
    pub fn instance_of(
        &self,
        arena: &'a Bump,
        deployment: &Assignment,
        unknowns: Unknowns,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Tree<'a> {
        let section = |entry: &&Entry<'a>| entry.key.as_str() == Some("Resources");
        let section = self
            .tree
            .root
            .as_map()
            .unwrap_or_default()
            .iter()
            .find(section);
        let of_section = |section: &Entry<'a>| {
            let wanted = |entry: &&Entry<'a>| entry.key.as_str().is_some_and(&is_wanted);
            let entry = |entry: &Entry<'a>| {
                Some(Entry {
                    key: entry.key,
                    value: self.at(arena, entry.value, deployment, unknowns)?,
                })
            };
            let entries = section
                .value
                .as_map()
                .unwrap_or_default()
                .iter()
                .filter(wanted)
                .filter_map(entry);
            let value = Value::Map(arena.alloc_slice_copy(&entries.collect::<Vec<_>>()));
            Entry {
                key: section.key,
                value: Node {
                    value,
                    ..section.value
                },
            }
        };
        let entries: Vec<_> = section.map(of_section).into_iter().collect();
        let root = Node {
            value: Value::Map(arena.alloc_slice_copy(&entries)),
            ..self.tree.root
        };
        derive(arena, &self.tree, root)
    }

    /// Returns a path of the template of all deployments as it is in each of them: without the steps to alternatives.
    pub fn path_in_deployments(&self, path: &Path) -> Path {
        let (mut node, mut steps) = (Some(self.tree.root), Vec::with_capacity(path.0.len()));
        for step in &path.0 {
            let is_choice = node.is_some_and(|node| {
                matches!(self.variations.get(&node.id), Some(Variation::Choice(_)))
            });
            if !is_choice {
                steps.push(step.clone());
            }
            node = node.and_then(|node| node.child(step));
        }
        Path(steps)
    }

    /// Returns a path in the document of a deployment as it is in the template: with the items of lists that other deployments
    /// have, and without the steps to alternatives. `items_of` has the indices of the items that the deployment has, by list.
    pub fn path_of_deployment(
        &self,
        path: &Path,
        deployment: &Assignment,
        items_of: &mut HashMap<NodeId, Vec<u32>>,
    ) -> Path {
        let (mut node, mut steps) = (Some(self.tree.root), Vec::with_capacity(path.0.len()));
        for step in &path.0 {
            node = node.and_then(|node| self.chosen(node, deployment));
            let index = match (node.map(|node| (node.id, node.value)), step) {
                (Some((list, Value::List(items))), Step::Index(index)) => {
                    let present = items_of.entry(list).or_insert_with(|| {
                        let is_present = |item: &Node<'a>| self.chosen(*item, deployment).is_some();
                        let items = (0_u32..).zip(items);
                        let present = items.filter(|(_, item)| is_present(item));
                        present.map(|(index, _)| index).collect()
                    });
                    let index = usize::try_from(*index).ok();
                    index.and_then(|index| present.get(index)).copied()
                }
                _ => None,
            };
            let step = index.map_or_else(|| step.clone(), Step::Index);
            node = node.and_then(|node| node.child(&step));
            steps.push(step);
        }
        Path(steps)
    }

    /// Returns the alternative of a node that a deployment has; `None` if the deployment does not have the node.
    fn chosen(&self, mut node: Node<'a>, deployment: &Assignment) -> Option<Node<'a>> {
        loop {
            match self.variations.get(&node.id) {
                Some(Variation::Choice(sets)) => {
                    let mut items = sets.iter().zip(node.as_list()?);
                    node = *items
                        .find(|(set, _)| self.space.contains(**set, deployment))?
                        .1;
                }
                Some(Variation::Present(set)) if !self.space.contains(*set, deployment) => {
                    return None;
                }
                _ => return Some(node),
            }
        }
    }

    /// Returns the value of a node; `None` if the deployment does not have it.
    fn at(
        &self,
        arena: &'a Bump,
        node: Node<'a>,
        deployment: &Assignment,
        unknowns: Unknowns,
    ) -> Option<Node<'a>> {
        match self.variations.get(&node.id) {
            Some(Variation::Choice(sets)) => {
                let mut items = sets.iter().zip(node.as_list()?);
                let (_, item) = items.find(|(set, _)| self.space.contains(**set, deployment))?;
                return self.at(arena, *item, deployment, unknowns);
            }
            Some(Variation::Present(set)) if !self.space.contains(*set, deployment) => return None,
            Some(Variation::Unknown(unknown))
                if unknowns == Unknowns::Names && unknown.kind == UnknownKind::Text =>
            {
                let text = [unknown.prefix, unknown.name, unknown.suffix].concat();
                return Some(Node {
                    value: Value::Str(arena.alloc_str(&text)),
                    ..node
                });
            }
            Some(Variation::Unknown(_)) => return Some(node),
            Some(Variation::Present(_)) | None => {}
        }
        let value = match node.value {
            Value::List(items) => {
                let items: Vec<_> = items
                    .iter()
                    .filter_map(|item| self.at(arena, *item, deployment, unknowns))
                    .collect();
                Value::List(arena.alloc_slice_copy(&items))
            }
            Value::Map(entries) => {
                let entry = |entry: &Entry<'a>| {
                    Some(Entry {
                        key: entry.key,
                        value: self.at(arena, entry.value, deployment, unknowns)?,
                    })
                };
                let entries: Vec<_> = entries.iter().filter_map(entry).collect();
                Value::Map(arena.alloc_slice_copy(&entries))
            }
            other => other,
        };
        Some(Node { value, ..node })
    }
}
