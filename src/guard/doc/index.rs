//! Which resources are of a type, and which have a key: what nearly every rule asks first.

use std::collections::HashMap;

use crate::guard::value::{self, Entry, Kind, Ref};

/// The resources of a template, found by their type and by their keys.
#[derive(Debug, Default)]
pub struct Index<'a> {
    /// The entries of `Resources`; empty where they are not such that type alone decides a filter by type.
    pub resources: &'a [Entry<'a>],
    by_type: HashMap<&'a str, Vec<u32>>,
    by_key: HashMap<&'a str, Vec<u32>>,
}

impl<'a> Index<'a> {
    /// Of a whole document. Where one resource has no `Type` that is a string, filters have more to say of it
    /// than yes or no, and the index stays empty.
    pub(super) fn of(root: Ref<'a>) -> Index<'a> {
        Index::try_of(root).unwrap_or_default()
    }

    fn try_of(root: Ref<'a>) -> Option<Index<'a>> {
        let Kind::Map(map) = root.kind else { return None };
        let resources = map.get("Resources", value::hash("Resources"))?;
        let Kind::Map(resources) = resources.kind else { return None };
        let type_hash = value::hash("Type");
        let mut by_type: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut by_key: HashMap<&str, Vec<u32>> = HashMap::new();
        for (resource, at) in resources.entries.iter().zip(0u32..) {
            let Kind::Map(resource) = resource.value.kind else { return None };
            let Kind::Str(name) = resource.get("Type", type_hash)?.kind else { return None };
            by_type.entry(name).or_default().push(at);
            for entry in resource.entries {
                by_key.entry(entry.key).or_default().push(at);
            }
        }
        Some(Index { resources: resources.entries, by_type, by_key })
    }

    /// The resources of a type, by place in [`Index::resources`], ascending.
    pub fn of_type(&self, name: &str) -> &[u32] {
        self.by_type.get(name).map_or(&[], Vec::as_slice)
    }

    /// The resources that have a key, by place in [`Index::resources`], ascending.
    pub fn having(&self, key: &str) -> &[u32] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }
}
