//! An index of the resources by type and key, because most rules select by type first.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compile::program::{MayEmit, Precondition, PreconditionStep};
use crate::hash::Map;
use crate::value::{self, Entry, Kind, Ref};

/// The resources of a template by type and by key. Indices refer to [`Index::resources`] and are ascending.
#[derive(Debug, Default)]
pub struct Index<'a> {
    /// The entries of `Resources`; empty if a filter by type could report more than the matching resources.
    pub resources: &'a [Entry<'a>],
    by_type: Map<&'a str, Vec<u32>>,
    by_key: Map<&'a str, Vec<u32>>,
    /// By a key and a key below it, as in `Properties`, `BucketName`.
    by_keys: Map<(&'a str, &'a str), Vec<u32>>,
    /// Cached results of [`Index::satisfying`] by name: rules files repeat the same queries.
    cache: RefCell<Map<Box<str>, Rc<[u32]>>>,
}

impl<'a> Index<'a> {
    /// Indexes a document. The index is empty if a resource has no string `Type`, because filters then report errors.
    pub(super) fn of(root: Ref<'a>) -> Index<'a> {
        Index::try_of(root).unwrap_or_default()
    }

    fn try_of(root: Ref<'a>) -> Option<Index<'a>> {
        let Kind::Map(map) = root.kind else { return None };
        let resources = map.get("Resources", value::hash("Resources"))?;
        let Kind::Map(resources) = resources.kind else { return None };
        let type_hash = value::hash("Type");
        let mut by_type: Map<&str, Vec<u32>> = Map::default();
        let mut by_key: Map<&str, Vec<u32>> = Map::default();
        let mut by_keys: Map<(&str, &str), Vec<u32>> = Map::default();
        for (resource, at) in resources.entries.iter().zip(0u32..) {
            let Kind::Map(resource) = resource.value.kind else { return None };
            let Kind::Str(name) = resource.get("Type", type_hash)?.kind else { return None };
            by_type.entry(name).or_default().push(at);
            for entry in resource.entries {
                by_key.entry(entry.key).or_default().push(at);
                let Kind::Map(map) = entry.value.kind else { continue };
                for below in map.entries {
                    by_keys.entry((entry.key, below.key)).or_default().push(at);
                }
            }
        }
        Some(Index { resources: resources.entries, by_type, by_key, by_keys, cache: RefCell::default() })
    }

    /// Returns the resources of a type.
    pub fn of_type(&self, name: &str) -> &[u32] {
        self.by_type.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns all resource types with their resources.
    pub fn types(&self) -> impl Iterator<Item = (&'a str, &[u32])> {
        self.by_type.iter().map(|(name, indices)| (*name, indices.as_slice()))
    }

    /// Returns the resources for which a clause with this precondition may record events.
    pub fn satisfying(&self, precondition: &Precondition) -> Rc<[u32]> {
        if let Some(known) = self.cache.borrow().get(&precondition.name) {
            return Rc::clone(known);
        }
        let emits = |at: &&u32| {
            let resource = self.resources.get(**at as usize);
            resource.is_some_and(|resource| may_emit(&resource.value, &precondition.steps, precondition.emits))
        };
        let mut indices: Vec<u32> =
            self.having(&precondition.steps).into_iter().flatten().filter(emits).copied().collect();
        indices.sort_unstable();
        indices.dedup();
        let indices: Rc<[u32]> = indices.into();
        self.cache.borrow_mut().insert(precondition.name.clone(), Rc::clone(&indices));
        indices
    }

    /// Returns the resources that have the first keys of `steps`, in any spelling.
    fn having<'s>(&'s self, steps: &'s [PreconditionStep]) -> Vec<&'s Vec<u32>> {
        let mut found = Vec::new();
        let Some(PreconditionStep::Key(first)) = steps.first() else { return found };
        for first in first.all() {
            match steps.get(1) {
                Some(PreconditionStep::Key(second)) => {
                    found.extend(second.all().filter_map(|second| self.by_keys.get(&(first, second))));
                }
                _ => found.extend(self.by_key.get(first)),
            }
        }
        found
    }
}

/// Whether the steps lead to a value for which the clause may record events.
fn may_emit(value: Ref<'_>, steps: &[PreconditionStep], emits: MayEmit) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return match (emits, value.kind) {
            (MayEmit::Always, _) => true,
            (MayEmit::UnlessText, Kind::List(items)) => items.is_empty() || !items.iter().all(is_text),
            (MayEmit::UnlessText, _) => !is_text(value),
        };
    };
    match (step, value.kind) {
        (PreconditionStep::Key(key), Kind::Map(map)) => key.find_all(map).any(|value| may_emit(value, rest, emits)),
        (PreconditionStep::Key(_), _) => false,
        (PreconditionStep::AllValues | PreconditionStep::AllIndices, Kind::List(items)) => {
            items.iter().any(|item| may_emit(item, rest, emits))
        }
        (PreconditionStep::AllValues, Kind::Map(map)) => {
            map.entries.iter().any(|entry| may_emit(&entry.value, rest, emits))
        }
        (PreconditionStep::AllValues | PreconditionStep::AllIndices, _) => may_emit(value, rest, emits),
    }
}

fn is_text(value: Ref<'_>) -> bool {
    matches!(value.kind, Kind::Str(_))
}
