//! Texts that were right once.

use proptest::sample::Index;

/// From where to where, and what becomes of what is between.
pub type Places = (Index, Index, u8);

/// A text with parts of it cut out, doubled or put elsewhere.
pub fn damaged(text: &str, places: &[Places]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (from, to, how) in places {
        let (from, to) = (from.index(letters.len() + 1), to.index(letters.len() + 1));
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 12));
        let part: Vec<char> = letters[from..to].to_vec();
        match how % 3 {
            0 => drop(letters.drain(from..to)),
            1 => drop(letters.splice(from..from, part)),
            _ => letters.extend(part),
        }
    }
    letters.into_iter().collect()
}
