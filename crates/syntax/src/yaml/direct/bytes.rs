//! Searches in eight bytes at a time, without a vector unit.

/// The bytes that end a run of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    /// The rest of a line.
    Line,
    /// A plain scalar in a block collection.
    Block,
    /// A plain scalar in a flow collection.
    Flow,
    /// A scalar in single quotes.
    Single,
    /// A scalar in double quotes.
    Double,
}

impl Run {
    /// Returns the number of bytes before the first one that ends the run: an indicator, a control character or a byte that
    /// is not ASCII.
    #[inline]
    pub fn length(self, bytes: &[u8]) -> usize {
        match self {
            Run::Line => until(bytes, |word| below(word, b' ')),
            Run::Block => until(bytes, |word| below(word, b'!') | equal(word, b':')),
            Run::Flow => until(bytes, |word| {
                let braces = word & !splat(0x20);
                let brackets = equal(braces, b'[') | equal(braces, b']');
                below(word, b'!') | equal(word, b':') | equal(word, b',') | brackets
            }),
            Run::Single => until(bytes, |word| below(word, b' ') | equal(word, b'\'')),
            Run::Double => until(bytes, |word| {
                below(word, b' ') | equal(word, b'"') | equal(word, b'\\')
            }),
        }
    }
}

/// Returns the number of spaces at the start.
#[inline]
pub(super) fn spaces(bytes: &[u8]) -> usize {
    search(bytes, |word| word ^ splat(b' '))
}

/// Returns the number of bytes before the first one that is marked, a control character or not ASCII.
#[inline]
fn until(bytes: &[u8], ends: impl Fn(u64) -> u64) -> usize {
    search(bytes, |word| (word & HIGH) | equal(word, 0x7F) | ends(word))
}

/// Returns the number of bytes before the first one that is marked: the lowest bit of a word is in it.
#[inline]
fn search(bytes: &[u8], marks: impl Fn(u64) -> u64) -> usize {
    let mut length = 0;
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk::<8>() {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return length + (found.trailing_zeros() / 8) as usize;
        }
        length += 8;
        rest = after;
    }
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    // The zeros after the text are marked.
    length + (marks(u64::from_le_bytes(last)).trailing_zeros() / 8) as usize
}

const HIGH: u64 = splat(0x80);

const fn splat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Marks the bytes that are equal to one. Only the lowest mark is certain.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let differences = word ^ splat(byte);
    differences.wrapping_sub(splat(1)) & !differences & HIGH
}

/// Marks the bytes below one of at most 0x80. Only the lowest mark is certain.
#[inline]
fn below(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(splat(byte)) & !word & HIGH
}
