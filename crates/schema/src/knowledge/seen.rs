//! Values that were found by name before.

use std::sync::{PoisonError, RwLock};

use cfn_warden_syntax::hash::{Text, TextMap};

use crate::pack::{Json, JsonObject};

/// The IDs of an object's values by key. A search among thousands of keys costs ten times as much.
#[derive(Default)]
pub(super) struct Seen(RwLock<TextMap<u32>>);

impl Seen {
    /// Returns the value of a key of the object, always the same one. Keys that are not there are not kept, as requests
    /// could name any number of them.
    pub(super) fn get<'p>(&self, object: JsonObject<'p>, key: &str) -> Option<Json<'p>> {
        // Each update under the lock is atomic, so the map is valid even after a panic.
        if let Some(id) = self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&Text(key))
        {
            return Some(object.pack().json(*id));
        }
        let found = object.get(key)?;
        self.0
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key.into(), found.id());
        Some(found)
    }
}
