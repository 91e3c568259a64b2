//! Which secrets may be in some texts, without a search for each.

/// The length of the parts of texts that are compared.
const LENGTH: usize = 4;
/// The number of bits of a hash.
const BITS: u32 = 16;

/// The parts of texts, hashed.
#[derive(Debug)]
pub struct Grams {
    set: Vec<u64>,
    /// Whether a text is cut: it may have only the beginning of a secret.
    is_cut: bool,
}

impl Default for Grams {
    fn default() -> Grams {
        Grams {
            set: vec![0; 1 << (BITS - 6)],
            is_cut: false,
        }
    }
}

impl Grams {
    /// Adds the parts of a text.
    pub fn add(&mut self, text: &str) {
        let is_cut = |cut: &str| memchr::memmem::find(text.as_bytes(), cut.as_bytes()).is_some();
        self.is_cut |= is_cut("…") || is_cut("...");
        for part in text.as_bytes().windows(LENGTH) {
            let (word, bit) = place(part);
            self.set
                .get_mut(word)
                .into_iter()
                .for_each(|word| *word |= bit);
        }
    }

    /// Returns whether a secret may be in the texts, in any spelling: all of them have its letters and digits.
    pub(super) fn may_have(&self, secret: &str) -> bool {
        let has = |part: &[u8]| {
            let (word, bit) = place(part);
            self.set.get(word).is_some_and(|word| word & bit != 0)
        };
        let runs = secret
            .as_bytes()
            .split(|byte| !byte.is_ascii_alphanumeric());
        self.is_cut || runs.flat_map(|run| run.windows(LENGTH)).all(has)
    }
}

/// Returns the word and the bit of a part.
fn place(part: &[u8]) -> (usize, u64) {
    let number = part
        .iter()
        .fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
    let hash = number.wrapping_mul(0x9E37_79B1) >> (32 - BITS);
    ((hash >> 6) as usize, 1 << (hash & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_secrets_whose_letters_are_there_may_be_in_a_text() {
        let mut grams = Grams::default();
        grams.add("the value is \\\"hunter2\\\\n-é\\\"");
        for (secret, may) in [
            ("hunter2", true),
            ("\"hunter2\\\n", true),
            ("hunter3", false),
            ("a-b", true),
            ("hunter2 hunter4", false),
        ] {
            assert_eq!(grams.may_have(secret), may, "{secret}");
        }
        grams.add("hun…");
        assert!(grams.may_have("hunter3"));
    }
}
