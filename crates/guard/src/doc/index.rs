//! An index of the resources by type and key, because most rules select by type first.

use std::cell::RefCell;
use std::rc::Rc;

use crate::hash::Map;
use crate::value::{self, Entry, Kind, Ref};

/// The resources of a template by type and by key. Indices refer to [`Index::resources`] and are ascending.
#[derive(Debug, Default)]
pub struct Index<'a> {
    /// The entries of `Resources`.
    pub resources: &'a [Entry<'a>],
    /// The resources without a string as `Type`, for example loops: a filter by type reports errors for them. The maps of keys
    /// do not have them.
    pub untyped: Vec<u32>,
    by_type: Map<&'a str, Vec<u32>>,
    by_key: Map<&'a str, Vec<u32>>,
    /// By a key and a key below it, as in `Properties`, `BucketName`.
    by_keys: Map<(&'a str, &'a str), Vec<u32>>,
    /// Results of [`Index::selected`] by name.
    selections: RefCell<Map<String, Rc<[u32]>>>,
}

impl<'a> Index<'a> {
    /// Indexes a document. The index is empty if it has no `Resources`.
    pub(super) fn of(root: Ref<'a>) -> Index<'a> {
        Index::try_of(root).unwrap_or_default()
    }

    fn try_of(root: Ref<'a>) -> Option<Index<'a>> {
        let Kind::Map(map) = root.kind else {
            return None;
        };
        let resources = map.get("Resources", value::hash("Resources"))?;
        let Kind::Map(resources) = resources.kind else {
            return None;
        };
        let type_hash = value::hash("Type");
        let mut untyped = Vec::new();
        let mut by_type: Map<&str, Vec<u32>> = Map::default();
        let mut by_key: Map<&str, Vec<u32>> = Map::default();
        let mut by_keys: Map<(&str, &str), Vec<u32>> = Map::default();
        for (resource, at) in resources.entries.iter().zip(0u32..) {
            let Some((resource, name)) = typed(&resource.value, type_hash) else {
                untyped.push(at);
                continue;
            };
            by_type.entry(name).or_default().push(at);
            for entry in resource.entries {
                by_key.entry(entry.key).or_default().push(at);
                let Kind::Map(map) = entry.value.kind else {
                    continue;
                };
                for below in map.entries {
                    by_keys.entry((entry.key, below.key)).or_default().push(at);
                }
            }
        }
        Some(Index {
            resources: resources.entries,
            untyped,
            by_type,
            by_key,
            by_keys,
            selections: RefCell::default(),
        })
    }

    /// Returns the resources of a type.
    pub fn of_type(&self, name: &str) -> &[u32] {
        self.by_type.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns all resource types with their resources.
    pub fn types(&self) -> impl Iterator<Item = (&'a str, &[u32])> {
        self.by_type
            .iter()
            .map(|(name, indices)| (*name, indices.as_slice()))
    }

    /// Returns the resources that have a key.
    pub fn of_key(&self, key: &str) -> &[u32] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the resources that have a key and, in its value, another key.
    pub fn of_keys<'k>(&'k self, key: &'k str, below: &'k str) -> &'k [u32] {
        self.by_keys.get(&(key, below)).map_or(&[], Vec::as_slice)
    }

    /// Returns a selection of resources by its name; computes it on first use, because rules files repeat queries.
    pub fn selected(&self, name: &str, select: impl FnOnce() -> Vec<u32>) -> Rc<[u32]> {
        if let Some(known) = self.selections.borrow().get(name) {
            return Rc::clone(known);
        }
        let indices: Rc<[u32]> = select().into();
        self.selections
            .borrow_mut()
            .insert(name.into(), Rc::clone(&indices));
        indices
    }
}

/// Returns the members of a resource and its type.
fn typed<'a>(resource: Ref<'a>, type_hash: u32) -> Option<(&'a value::Map<'a>, &'a str)> {
    let Kind::Map(members) = resource.kind else {
        return None;
    };
    let Kind::Str(name) = members.get("Type", type_hash)?.kind else {
        return None;
    };
    Some((members, name))
}
