//! A cache of texts that occur several times in a report.

use super::json_writer::Fragment;
use crate::hash::Map;

/// The maximum number of cached bytes per report.
const MAX_CACHED_BYTES: usize = 16 << 20;
/// Shorter texts are not cached: rendering them is as fast as a lookup.
const MIN_LENGTH: usize = 32;

/// The key of a cached text. Objects are identified by address, because they all outlive the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FragmentKey {
    /// A value as JSON; its address and depth.
    Value(usize, usize),
    /// A value and its path as JSON; its address and depth.
    Located(usize, usize),
    /// A value in a message; its address.
    Shown(usize),
    /// The results of a query in a message; their address and number.
    QueryResults(usize, usize),
    /// The context of an event; the address of its clause.
    Context(usize),
}

/// The cached texts, as JSON fragments.
#[derive(Default)]
pub(super) struct FragmentCache {
    texts: Map<FragmentKey, Fragment>,
    size: usize,
}

impl FragmentCache {
    pub(super) fn get(&self, of: FragmentKey) -> Option<&[u8]> {
        self.texts.get(&of).map(Fragment::as_bytes)
    }

    /// Whether a text of this length is long enough to cache and fits.
    pub(super) fn accepts(&self, length: usize) -> bool {
        length >= MIN_LENGTH && self.size.saturating_add(length) <= MAX_CACHED_BYTES
    }

    pub(super) fn insert(&mut self, of: FragmentKey, text: Fragment) {
        self.size = self.size.saturating_add(text.as_bytes().len());
        self.texts.insert(of, text);
    }
}

/// The address of an object, as a key.
pub(super) fn address<T: ?Sized>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}
