//! Texts that a report says more than once.

use super::json_writer::Text;
use crate::hash::Map;

/// So many bytes are kept in all, for one report.
const ROOM: usize = 16 << 20;
/// Shorter texts are made as quickly as they are found.
const SHORTEST: usize = 32;

/// What a text is of. Things are known by where they are: they all outlive the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FragmentKey {
    /// A value as JSON, at a depth.
    Value(usize, usize),
    /// A value and its path as JSON, at a depth.
    Located(usize, usize),
    /// A value in a message.
    Shown(usize),
    /// The results of a query in a message; their number.
    Results(usize, usize),
    /// What an event is about.
    Context(usize),
}

/// The texts, ready to be copied into JSON.
#[derive(Default)]
pub(super) struct FragmentCache {
    texts: Map<FragmentKey, Text>,
    size: usize,
}

impl FragmentCache {
    pub(super) fn get(&self, of: FragmentKey) -> Option<&[u8]> {
        self.texts.get(&of).map(Text::as_bytes)
    }

    /// Whether a text of this length is worth its room, and finds it.
    pub(super) fn takes(&self, length: usize) -> bool {
        length >= SHORTEST && self.size.saturating_add(length) <= ROOM
    }

    pub(super) fn keep(&mut self, of: FragmentKey, text: Text) {
        self.size = self.size.saturating_add(text.as_bytes().len());
        self.texts.insert(of, text);
    }
}

/// Where something is.
pub(super) fn place<T: ?Sized>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}
