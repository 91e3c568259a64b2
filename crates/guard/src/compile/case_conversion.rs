//! The case conversions of keys, as the crate cruet defines them, which cfn-guard uses. A test compares both.

use super::singular::singular_of_pascal;

/// The number of case conversions.
pub(super) const COUNT: usize = 7;

/// Returns the case conversions of a key, in the order in which they are tried: camel, class, kebab, Pascal, snake, title
/// and train case.
pub(super) fn conversions(key: &str) -> [String; COUNT] {
    let pascal = to_pascal_case(key);
    let title = Words {
        separator: Some(' '),
        has_digits: true,
        ..PASCAL
    };
    let train = Words {
        separator: Some('-'),
        ..PASCAL
    };
    [
        joined(
            key,
            &Words {
                first_capital: false,
                ..PASCAL
            },
        ),
        singular_of_pascal(&pascal),
        separated(key, '-'),
        pascal,
        separated(key, '_'),
        joined(key, &title),
        joined(key, &train),
    ]
}

/// Converts a text to Pascal case.
pub fn to_pascal_case(text: &str) -> String {
    joined(text, &PASCAL)
}

/// Converts a text to class case: Pascal case with the last word in the singular.
pub fn to_class_case(text: &str) -> String {
    singular_of_pascal(&to_pascal_case(text))
}

/// How words are joined.
struct Words {
    /// Whether the first word starts with a capital, as the others do.
    first_capital: bool,
    separator: Option<char>,
    /// Whether digits are letters of a word, instead of ending it.
    has_digits: bool,
}

const PASCAL: Words = Words {
    first_capital: true,
    separator: None,
    has_digits: false,
};

/// Joins the words of a text. One starts at a capital after a lowercase letter that is not the first of its word, after
/// other characters, and after digits unless these are letters.
fn joined(text: &str, words: &Words) -> String {
    let mut joined = String::with_capacity(text.len().saturating_add(8));
    let mut is_new = words.first_capital;
    let mut is_first = true;
    let mut after_small = false;
    for letter in trimmed(text).chars() {
        if !letter.is_alphanumeric() {
            is_new |= !joined.is_empty();
        } else if letter.is_numeric() && !words.has_digits {
            is_new = true;
            joined.push(letter);
        } else if is_new || after_small && letter.is_uppercase() {
            is_new = false;
            joined.extend(words.separator.filter(|_| !is_first));
            is_first = false;
            joined.push(letter.to_ascii_uppercase());
        } else {
            after_small = letter.is_lowercase();
            joined.push(letter.to_ascii_lowercase());
        }
    }
    joined
}

/// Separates words in small letters. One starts at a letter or digit other than `a` to `z` that is next to a small letter.
fn separated(text: &str, separator: char) -> String {
    let mut separated = String::with_capacity(text.len().saturating_add(8));
    let mut is_new = true;
    let mut after_small = false;
    let mut letters = trimmed(text).chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_alphanumeric() {
            if !is_new {
                separated.push(separator);
            }
            is_new = true;
        } else {
            let before_small = letters.peek().is_some_and(|next| next.is_lowercase());
            if !is_new && !letter.is_ascii_lowercase() && (before_small || after_small) {
                separated.push(separator);
            }
            is_new = false;
            separated.push(letter.to_ascii_lowercase());
        }
        after_small = letter.is_lowercase();
    }
    separated
}

/// Returns a text without other characters than letters and digits at its end.
fn trimmed(text: &str) -> &str {
    text.trim_end_matches(|letter: char| !letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use cruet::case;

    use super::*;

    #[test]
    fn they_are_those_of_cruet() {
        let words = [
            "Ab", "Some", "Tags", "Policies", "Series", "Boxes", "Data", "Leaves", "KMS", "a", "B",
            "s3", "1", "12", "_", "-", "::", " ", "é", "É", "ß", "Ⓐ", "²", "٣", "\u{1c5}", "ies",
            "ves", "iD",
        ];
        let twos = words
            .iter()
            .flat_map(|one| words.iter().map(move |other| format!("{one}{other}")));
        let threes = twos
            .clone()
            .flat_map(|two| words.iter().map(move |other| format!("{two}{other}")));
        for key in twos
            .clone()
            .chain(threes)
            .chain(words.iter().map(ToString::to_string))
            .chain([String::new()])
        {
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
}
