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
        let (words, _) = bytes.as_chunks::<8>();
        let mut length = 0;
        for word in words {
            let ends = self.ends(u64::from_le_bytes(*word));
            if ends != 0 {
                return length + (ends.trailing_zeros() / 8) as usize;
            }
            length += 8;
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(bytes.iter().skip(length)) {
            *to = *from;
        }
        // The zeros after the text end every run.
        length + (self.ends(u64::from_le_bytes(last)).trailing_zeros() / 8) as usize
    }

    /// Returns a word whose lowest bit is in the first byte that ends the run; 0 if there is none.
    #[inline]
    fn ends(self, word: u64) -> u64 {
        let common = (word & HIGH) | equal(word, 0x7F);
        common
            | match self {
                Run::Line => below(word, b' '),
                Run::Block => below(word, b'!') | equal(word, b':'),
                Run::Flow => {
                    let braces = word & !splat(0x20);
                    below(word, b'!')
                        | equal(word, b':')
                        | equal(word, b',')
                        | equal(braces, b'[')
                        | equal(braces, b']')
                }
                Run::Single => below(word, b' ') | equal(word, b'\''),
                Run::Double => below(word, b' ') | equal(word, b'"') | equal(word, b'\\'),
            }
    }
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
