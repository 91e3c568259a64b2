//! The case conversions of keys, as cruet defines them and cfn-guard uses them. Keys that consist of capitalized words,
//! as nearly all keys of templates do, are converted by a faster implementation, in a tenth of the time. A test
//! compares both.

use cruet::case;

use super::class_case::{singular, to_class_case};

/// The number of case conversions.
pub(super) const COUNT: usize = 7;

/// Returns the case conversions of a key, in the order in which they are tried.
pub(super) fn conversions(key: &str) -> [String; COUNT] {
    if !is_capitalized_words(key) {
        let all: [fn(&str) -> String; COUNT] = [
            case::to_camel_case,
            to_class_case,
            case::to_kebab_case,
            case::to_pascal_case,
            case::to_snake_case,
            case::to_title_case,
            case::to_train_case,
        ];
        return all.map(|convert| convert(key));
    }
    let last = key.rfind(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
    let (before, word) = key.split_at_checked(last).unwrap_or(("", key));
    let camel = key.get(..1).unwrap_or_default().to_ascii_lowercase() + key.get(1..).unwrap_or_default();
    [
        camel,
        format!("{before}{}", singular(word)),
        separated(key, '-').to_ascii_lowercase(),
        key.to_owned(),
        separated(key, '_').to_ascii_lowercase(),
        separated(key, ' '),
        separated(key, '-'),
    ]
}

/// Whether a key consists of words with one capital and at least one lowercase letter each.
fn is_capitalized_words(key: &str) -> bool {
    let mut after_small = true;
    for byte in key.bytes() {
        match (byte, after_small) {
            (b'A'..=b'Z', true) => after_small = false,
            (b'a'..=b'z', _) => after_small = true,
            _ => return false,
        }
    }
    after_small && key.bytes().next().is_some_and(|first| first.is_ascii_uppercase())
}

/// Joins the words with a separator.
fn separated(words: &str, between: char) -> String {
    let mut separated = String::with_capacity(words.len() + 8);
    for (at, letter) in words.chars().enumerate() {
        if at > 0 && letter.is_ascii_uppercase() {
            separated.push(between);
        }
        separated.push(letter);
    }
    separated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitalized_words_match_cruet() {
        let words =
            ["Ab", "Some", "Key", "Tags", "Policies", "Status", "Series", "Boxes", "Axes", "Data", "Aliases", "Leaves"];
        let twos = words.iter().flat_map(|one| words.iter().map(move |other| format!("{one}{other}")));
        let threes = twos.clone().map(|two| format!("Fn{two}"));
        for key in twos.chain(threes).chain(words.iter().map(ToString::to_string)) {
            assert!(is_capitalized_words(&key), "{key}");
            let cruet = [
                case::to_camel_case(&key),
                case::to_class_case(&key),
                case::to_kebab_case(&key),
                case::to_pascal_case(&key),
                case::to_snake_case(&key),
                case::to_title_case(&key),
                case::to_train_case(&key),
            ];
            assert_eq!(conversions(&key), cruet, "{key}");
        }
    }

    #[test]
    fn other_keys_are_left_to_cruet() {
        for key in ["", "a", "A", "aB", "AB", "Ab1", "AbC", "ABc", "Ab_Cd", "Fn::If", "\u{c9}a", "A-b"] {
            assert!(!is_capitalized_words(key), "{key}");
        }
    }
}
