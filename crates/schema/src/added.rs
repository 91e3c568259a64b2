//! Resource schemas supplied by the caller, for types that the embedded schemas lack or define differently.
//!
//! The engine does not fetch schemas. The caller determines which types of a template are unknown and loads their
//! schemas from the account's registry or from files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::attributes::Attributes;
use super::pack::{Json, Pack};
use super::store;

/// Resource schemas by type: schemas supplied by the caller first, then the embedded ones.
#[derive(Clone, Default)]
pub struct Types {
    added: BTreeMap<String, Arc<Pack>>,
    removed: Arc<BTreeSet<String>>,
}

impl Types {
    /// Creates a set in which `added` takes precedence over the embedded schemas.
    pub fn with(added: impl IntoIterator<Item = (String, Arc<Pack>)>) -> Types {
        Types { added: added.into_iter().collect(), removed: Arc::default() }
    }

    /// Removes types from the set; lookups treat them as unknown.
    #[must_use]
    pub fn without(self, removed: BTreeSet<String>) -> Types {
        Types { removed: Arc::new(removed), ..self }
    }

    fn is_removed(&self, type_name: &str) -> bool {
        !self.removed.is_empty() && self.removed.contains(store::canonical(type_name))
    }

    /// Returns the schema of a resource type, or `None` if the type is unknown.
    pub fn resource(&self, type_name: &str) -> Option<Json<'_>> {
        if self.is_removed(type_name) {
            return None;
        }
        self.added.get(type_name).map(|pack| pack.root()).or_else(|| store::resource(type_name))
    }

    /// Returns the regions of a resource type as a bit mask, as [`store::regions`] does. A supplied type without
    /// embedded data is available in all regions.
    pub fn regions(&self, type_name: &str) -> u64 {
        match store::regions(type_name) {
            _ if self.is_removed(type_name) => 0,
            0 if self.added.contains_key(type_name) => u64::MAX,
            regions => regions,
        }
    }

    /// Returns the attributes that `Fn::GetAtt` can return for a resource type, or `None` if the type is unknown.
    pub fn attributes(&self, type_name: &str) -> Option<Attributes<'_>> {
        self.resource(type_name).map(Attributes::of)
    }

    /// Returns the schema of the value that `Ref` returns for a resource type, or `None` if the type is unknown.
    pub fn reference(&self, type_name: &str) -> Option<Json<'_>> {
        self.resource(type_name).and_then(store::reference_of)
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Types").field("added", &self.added.keys()).field("removed", &self.removed.len()).finish()
    }
}

/// Compares schemas by identity, not by content.
impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        let is_same = |(own, other): (&Arc<Pack>, &Arc<Pack>)| Arc::ptr_eq(own, other);
        self.removed == other.removed
            && self.added.keys().eq(other.added.keys())
            && self.added.values().zip(other.added.values()).all(is_same)
    }
}
