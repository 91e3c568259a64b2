//! Maps and sets with a hash that takes a fraction of SipHash's time, for what is looked up often: names of a template, patterns.
//! Its seed differs between processes, as texts come from requests. <https://docs.rs/foldhash>

use std::hash::{Hash, Hasher};

use hashbrown::Equivalent;

use super::text::is_equal;

/// A map by foldhash. Its order is arbitrary.
pub type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// A set by foldhash. Its order is arbitrary.
pub type HashSet<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;

/// A map with keys of its own, which are looked up by [`Text`].
pub type TextMap<V> = hashbrown::HashMap<Box<str>, V, foldhash::fast::RandomState>;

/// A text as the key of a map, compared by [`is_equal`].
#[derive(Debug, Clone, Copy, Eq)]
pub struct Text<'t>(pub &'t str);

impl PartialEq for Text<'_> {
    #[inline]
    fn eq(&self, other: &Text<'_>) -> bool {
        is_equal(self.0, other.0)
    }
}

impl Hash for Text<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Box<str>> for Text<'_> {
    #[inline]
    fn equivalent(&self, key: &Box<str>) -> bool {
        is_equal(self.0, key)
    }
}
