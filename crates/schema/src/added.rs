//! Schemas that come with a request: those of types that the knowledge base lacks, or has otherwise.
//!
//! The core asks nobody for them. Who calls it finds out which types a template has that are unknown, gets their schemas
//! from the account's registry or from files, and hands them in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::attributes::Attributes;
use super::pack::{Json, Pack};
use super::store;

/// Resource schemas by type: those that were handed in, and behind them those of the knowledge base.
#[derive(Clone, Default)]
pub struct Types {
    added: BTreeMap<String, Arc<Pack>>,
    removed: Arc<BTreeSet<String>>,
}

impl Types {
    /// The knowledge base with these before it.
    pub fn with(added: impl IntoIterator<Item = (String, Arc<Pack>)>) -> Types {
        Types { added: added.into_iter().collect(), removed: Arc::default() }
    }

    /// The same, but for some types: these are unknown.
    #[must_use]
    pub fn without(self, removed: BTreeSet<String>) -> Types {
        Types { removed: Arc::new(removed), ..self }
    }

    fn is_removed(&self, type_name: &str) -> bool {
        !self.removed.is_empty() && self.removed.contains(store::canonical(type_name))
    }

    /// The schema of a resource type; nothing where it is unknown.
    pub fn resource(&self, type_name: &str) -> Option<Json<'_>> {
        if self.is_removed(type_name) {
            return None;
        }
        self.added.get(type_name).map(|pack| pack.root()).or_else(|| store::resource(type_name))
    }

    /// Where a resource type exists, as [`store::regions`] says it. A type that was handed in, and is not known there,
    /// exists everywhere.
    pub fn regions(&self, type_name: &str) -> u64 {
        match store::regions(type_name) {
            _ if self.is_removed(type_name) => 0,
            0 if self.added.contains_key(type_name) => u64::MAX,
            regions => regions,
        }
    }

    /// What `Fn::GetAtt` may name on a resource of a type; nothing where the type is unknown.
    pub fn attributes(&self, type_name: &str) -> Option<Attributes<'_>> {
        self.resource(type_name).map(Attributes::of)
    }

    /// What `Ref` gives for a resource of a type; nothing where the type is unknown.
    pub fn reference(&self, type_name: &str) -> Option<Json<'_>> {
        self.resource(type_name).and_then(store::reference_of)
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Types").field("added", &self.added.keys()).field("removed", &self.removed.len()).finish()
    }
}

/// The same schemas, not equal ones.
impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        let is_same = |(own, other): (&Arc<Pack>, &Arc<Pack>)| Arc::ptr_eq(own, other);
        self.removed == other.removed
            && self.added.keys().eq(other.added.keys())
            && self.added.values().zip(other.added.values()).all(is_same)
    }
}
