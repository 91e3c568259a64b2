//! What an evaluation keeps for later; see `once`.

use std::cell::RefCell;

use super::pack::Json;
use cfn_warden_syntax::Entry;

/// Where the keys of an object are in an object of schemas.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    pub schemas: Json<'a>,
    pub entries: &'a [Entry<'a>],
    /// The position of the key of each entry; `None` if it is not there.
    pub positions: &'a [Option<u32>],
    /// The positions of the keys that are there, in order, and the indices of their entries.
    pub found: &'a [(u32, u32)],
}

/// How the knowledge base lists a type of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedType {
    /// Its values are lists.
    List,
    /// Its values are not lists.
    Scalar,
    /// It does not.
    Unlisted,
}

/// What was made before, by key. There are few keys, so they are compared one by one.
pub(super) struct Made<K, V>(RefCell<Vec<(K, V)>>);

impl<K, V> Default for Made<K, V> {
    fn default() -> Made<K, V> {
        Made(RefCell::default())
    }
}

impl<K, V: Clone> Made<K, V> {
    /// Returns the value of a key, which is made unless there is one of an equal key.
    pub fn get(&self, key: K, are_equal: impl Fn(&K, &K) -> bool, make: impl FnOnce() -> V) -> V {
        if let Some((_, value)) = self.0.borrow().iter().find(|(one, _)| are_equal(one, &key)) {
            return value.clone();
        }
        let value = make();
        self.0.borrow_mut().push((key, value.clone()));
        value
    }
}
