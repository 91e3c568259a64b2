//! A fast hasher for short keys of rules and documents: the standard library's hasher takes longer than the rest of a
//! lookup.
//!
//! The construction is wyhash's: words are multiplied, and the halves of the product are folded into each other. The
//! seeds are random for each process, so that a document cannot be written to fill one bucket.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// A hash map with this hasher.
pub type Map<K, V> = std::collections::HashMap<K, V, FoldState>;

/// The seeds of this process, which build the hashers.
#[derive(Debug, Clone, Copy)]
pub struct FoldState {
    start: u64,
    each: u64,
}

impl Default for FoldState {
    fn default() -> FoldState {
        static STATE: OnceLock<FoldState> = OnceLock::new();
        *STATE.get_or_init(|| {
            let random = RandomState::new();
            FoldState { start: random.hash_one(0), each: random.hash_one(1) | 1 }
        })
    }
}

impl BuildHasher for FoldState {
    type Hasher = FoldHasher;

    fn build_hasher(&self) -> FoldHasher {
        FoldHasher { state: self.start, each: self.each }
    }
}

/// The state of a hash computation.
#[derive(Debug)]
pub struct FoldHasher {
    state: u64,
    each: u64,
}

impl FoldHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(self.each);
        self.state = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for FoldHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        let last = rest.iter().rev().fold(0, |last, byte| last << 8 | u64::from(*byte));
        // The length is mixed in so that a key and its prefixes hash differently.
        self.mix(last ^ (bytes.len() as u64) << 56);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.state) * u128::from(self.each);
        (product as u64) ^ ((product >> 64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_keys_are_spread() {
        let state = FoldState::default();
        let keys = (0..4096).flat_map(|i| [format!("Key{i}"), "k".repeat(i), format!("{i:08}x")]);
        let mut low = [0; 256];
        let mut high = [0; 128];
        for key in keys {
            let hash = state.hash_one(&*key);
            low[(hash & 255) as usize] += 1;
            high[(hash >> 57) as usize] += 1;
        }
        // The expected counts are 48 and 96.
        assert!(low.iter().all(|count| (12..110).contains(count)), "{low:?}");
        assert!(high.iter().all(|count| (40..180).contains(count)), "{high:?}");
    }
}
