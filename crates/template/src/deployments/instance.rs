//! The document of one deployment.

use bumpalo::Bump;

use super::VaryingTemplate;
use cfn_warden_syntax::deployments::{Assignment, Variation};
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Entry, Node, Tree, Value};

impl<'a> VaryingTemplate<'a> {
    /// Returns the document of one deployment, in which functions with unknown values remain. On axes without a value,
    /// the first one applies.
    pub fn instance(&self, arena: &'a Bump, deployment: &Assignment) -> Tree<'a> {
        let root = self.at(arena, self.tree.root, deployment).unwrap_or(self.tree.root);
        derive(arena, &self.tree, root)
    }

    /// Returns the value of a node; `None` if the deployment does not have it.
    fn at(&self, arena: &'a Bump, node: Node<'a>, deployment: &Assignment) -> Option<Node<'a>> {
        match self.variations.get(&node.id) {
            Some(Variation::Choice(sets)) => {
                let mut items = sets.iter().zip(node.as_list()?);
                let (_, item) = items.find(|(set, _)| self.space.contains(**set, deployment))?;
                return self.at(arena, *item, deployment);
            }
            Some(Variation::Present(set)) if !self.space.contains(*set, deployment) => return None,
            Some(Variation::Unknown(_)) => return Some(node),
            Some(Variation::Present(_)) | None => {}
        }
        let value = match node.value {
            Value::List(items) => {
                let items: Vec<_> = items.iter().filter_map(|item| self.at(arena, *item, deployment)).collect();
                Value::List(arena.alloc_slice_copy(&items))
            }
            Value::Map(entries) => {
                let entry =
                    |entry: &Entry<'a>| Some(Entry { key: entry.key, value: self.at(arena, entry.value, deployment)? });
                let entries: Vec<_> = entries.iter().filter_map(entry).collect();
                Value::Map(arena.alloc_slice_copy(&entries))
            }
            other => other,
        };
        Some(Node { value, ..node })
    }
}
