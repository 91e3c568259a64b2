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
            FoldState {
                start: random.hash_one(0),
                each: random.hash_one(1) | 1,
            }
        })
    }
}

impl BuildHasher for FoldState {
    type Hasher = FoldHasher;

    fn build_hasher(&self) -> FoldHasher {
        FoldHasher {
            state: self.start,
            each: self.each,
        }
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
        bytes
            .as_chunks()
            .0
            .iter()
            .for_each(|word| self.mix(u64::from_le_bytes(*word)));
        // The length is mixed in so that a key and its prefixes hash differently.
        self.mix(last_word(bytes) ^ (bytes.len() as u64) << 56);
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

/// Returns the last eight bytes, or all bytes if there are fewer.
#[inline]
fn last_word(bytes: &[u8]) -> u64 {
    if let Some(last) = bytes.last_chunk() {
        return u64::from_le_bytes(*last);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        _ => bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// Returns the hash of a key that maps of documents and queries of rules store. It is the same in every process.
pub fn of_key(key: &str) -> u32 {
    /// Digits of pi and of the golden ratio.
    const STATE: FoldState = FoldState {
        start: 0x243f_6a88_85a3_08d3,
        each: 0x9e37_79b9_7f4a_7c15,
    };
    let mut hasher = STATE.build_hasher();
    hasher.write(key.as_bytes());
    (hasher.finish() >> 32) as u32
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
        let mut of_key = [0; 128];
        for key in keys {
            let hash = state.hash_one(&*key);
            low[(hash & 255) as usize] += 1;
            high[(hash >> 57) as usize] += 1;
            of_key[(super::of_key(&key) >> 25) as usize] += 1;
        }
        // The expected counts are 48 and 96.
        assert!(low.iter().all(|count| (12..110).contains(count)), "{low:?}");
        assert!(
            high.iter().all(|count| (40..180).contains(count)),
            "{high:?}"
        );
        assert!(
            of_key.iter().all(|count| (40..180).contains(count)),
            "{of_key:?}"
        );
    }
}
