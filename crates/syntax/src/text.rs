//! Decoding of input files.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::{Span, SyntaxError};

/// Decodes a file like cfn-lint does: UTF-8, with every line break replaced by `
/// `.
///
/// A byte order mark is kept; the parsers skip it. Spans are the same for the original and the decoded text.
///
/// # Errors
/// Returns an error if the bytes are not valid UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SyntaxError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        // The unfilled placeholder is cfn-lint's.
        return Err(SyntaxError::new(
            "Cannot read file contents: {filename}".into(),
            Span::START,
        ));
    };
    if memchr(b'\r', bytes).is_some() {
        return Ok(Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")));
    }
    Ok(Cow::Borrowed(text))
}

/// Returns whether two texts are equal. `==` calls the C library, which compares byte by byte where it is small, and with
/// `memchr::arch::all::is_equal` a document of aliases takes 12 % more instructions.
///
/// Without `inline`: it would be compiled for size in crates that are.
pub fn is_equal(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        0 => true,
        1 => one.first() == other.first(),
        2..=3 => has_equal_ends::<2>(one, other),
        4..=7 => has_equal_ends::<4>(one, other),
        _ => {
            if !has_equal_ends::<8>(one, other) {
                return false;
            }
            while let (Some((step, rest)), Some((other_step, other_rest))) =
                (one.split_first_chunk::<8>(), other.split_first_chunk::<8>())
            {
                if step != other_step {
                    return false;
                }
                (one, other) = (rest, other_rest);
            }
            true
        }
    }
}

/// Returns whether the first and the last `N` bytes are equal, which overlap in fewer than `2 * N`.
#[inline]
fn has_equal_ends<const N: usize>(one: &[u8], other: &[u8]) -> bool {
    match (
        one.first_chunk::<N>(),
        other.first_chunk(),
        one.last_chunk::<N>(),
        other.last_chunk(),
    ) {
        (Some(first), Some(other_first), Some(last), Some(other_last)) => {
            first == other_first && last == other_last
        }
        _ => false,
    }
}

/// Returns whether a document contains a part. `str::contains` takes ten times as long.
pub fn has_part(document: &str, part: &str) -> bool {
    memmem::find(document.as_bytes(), part.as_bytes()).is_some()
}

/// Bytes of a text up to which [`has_byte`] takes less time than the start of a search.
const SHORT: usize = 64;

/// Returns whether a byte is among others: eight of them are compared at once.
fn has_byte(bytes: &[u8], byte: u8) -> bool {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    let wanted = EACH * u64::from(byte);
    // Only a zero byte has a high bit after both steps, or one that follows it.
    let has = |eight: &[u8; 8]| {
        let zero = u64::from_le_bytes(*eight) ^ wanted;
        zero.wrapping_sub(EACH) & !zero & (EACH << 7) != 0
    };
    let Some(end) = bytes.last_chunk() else {
        return bytes.contains(&byte);
    };
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk() {
        if has(eight) {
            return true;
        }
        rest = after;
    }
    has(end)
}

/// Splits a text at the first place where two ASCII characters follow each other: the text before them, and after them.
/// `str::split_once` prepares a search for long texts, which costs more than to look at most of ours.
pub fn split_pair(text: &str, [first, second]: [u8; 2]) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    if bytes.len() <= SHORT && !has_byte(bytes, first) {
        return None;
    }
    let mut from = 0;
    loop {
        let place = from + memchr(first, bytes.get(from..)?)?;
        if bytes.get(place + 1) == Some(&second) {
            return Some((text.get(..place)?, text.get(place + 2..)?));
        }
        from = place + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{is_equal, split_pair};

    #[test]
    fn texts_are_equal_if_no_byte_differs() {
        let text = "AWS::EC2::Instancé/Properties";
        let texts: Vec<String> = (0..text.len())
            .filter_map(|end| text.get(..end).map(str::to_owned))
            .collect();
        let changed = |text: &String| {
            let places = text
                .char_indices()
                .map(|(place, _)| place)
                .collect::<Vec<_>>();
            places
                .into_iter()
                .filter_map(|place| {
                    Some(format!(
                        "{}~{}",
                        text.get(..place)?,
                        text.get(place..)?.get(1..)?
                    ))
                })
                .collect::<Vec<_>>()
        };
        for one in &texts {
            for other in texts.iter().cloned().chain(changed(one)) {
                assert_eq!(is_equal(one, &other), *one == other, "{one} and {other}");
            }
        }
    }

    #[test]
    fn a_pair_is_found_where_split_once_finds_it() {
        let long = "none here, ".repeat(20);
        let places =
            (0..100).map(|place| format!("{}${{{}", "$".repeat(place % 3), "z".repeat(place)));
        let late = (0..100).map(|place| format!("{}${{{long}", "\u{81}\u{a4}%#".repeat(place)));
        let texts = [
            "",
            "$",
            "{",
            "${",
            "a${b}",
            "$${",
            "{$",
            "ä$ö${ü",
            "$a${b}${c}",
            "no variable",
            &long,
        ];
        for text in texts
            .into_iter()
            .map(str::to_owned)
            .chain(places)
            .chain(late)
        {
            let text = text.as_str();
            assert_eq!(split_pair(text, *b"${"), text.split_once("${"), "{text}");
            assert_eq!(split_pair(text, *b"{{"), text.split_once("{{"), "{text}");
        }
    }
}
