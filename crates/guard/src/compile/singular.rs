//! The singular of the last word, which class case has, as `cruet::case::to_class_case` defines it.
//!
//! cruet compiles 27 regular expressions for it, which takes longer than evaluating most rules. Here the same rules are a
//! table of endings. A test compares both.

use regex_syntax::try_is_word_character;

/// The rules of cruet's `to_singular` that apply to a capitalized word; the first match wins. Each has an ending, the
/// number of characters to remove, and the replacement.
const ENDINGS: &[(&str, usize, &str)] = &[
    ("databases", 1, ""),
    ("quizzes", 3, ""),
    ("matrices", 4, "ix"),
    ("vertices", 4, "ex"),
    ("indices", 4, "ex"),
    ("aliases", 2, ""),
    ("alias", 0, ""),
    ("statuses", 2, ""),
    ("status", 0, ""),
    ("octopus", 2, "us"),
    ("octopi", 1, "us"),
    ("virus", 2, "us"),
    ("viri", 1, "us"),
    ("crisis", 2, "is"),
    ("crises", 2, "is"),
    ("testis", 2, "is"),
    ("testes", 2, "is"),
    ("shoes", 1, ""),
    ("buses", 2, ""),
    ("bus", 0, ""),
    ("mice", 3, "ouse"),
    ("lice", 3, "ouse"),
    ("xes", 2, ""),
    ("ches", 2, ""),
    ("sses", 2, ""),
    ("shes", 2, ""),
    ("movies", 1, ""),
    ("series", 0, ""),
];

/// The rules after those for `ies`.
const MORE_ENDINGS: &[(&str, usize, &str)] = &[
    ("lves", 3, "f"),
    ("rves", 3, "f"),
    ("tives", 1, ""),
    ("hives", 1, ""),
];

/// The rules after those for `ves`.
const LAST_ENDINGS: &[(&str, usize, &str)] = &[
    ("analysis", 3, "sis"),
    ("analyses", 3, "sis"),
    ("basis", 3, "sis"),
    ("bases", 3, "sis"),
    ("diagnosis", 3, "sis"),
    ("diagnoses", 3, "sis"),
    ("parenthesis", 3, "sis"),
    ("parentheses", 3, "sis"),
    ("prognosis", 3, "sis"),
    ("prognoses", 3, "sis"),
    ("synopsis", 3, "sis"),
    ("synopses", 3, "sis"),
    ("thesis", 3, "sis"),
    ("theses", 3, "sis"),
    ("ta", 1, "um"),
    ("ia", 1, "um"),
    ("oes", 2, ""),
    ("news", 0, ""),
    ("ss", 0, ""),
    ("s", 1, ""),
];

/// Returns a text in Pascal case with the last word in the singular.
pub(super) fn singular_of_pascal(text: &str) -> String {
    let last = text.rfind(char::is_uppercase).unwrap_or_default();
    let (before, word) = text.split_at_checked(last).unwrap_or_default();
    match singular(word) {
        Some(singular) => format!("{before}{singular}"),
        None => text.to_owned(),
    }
}

/// Returns the singular of a capitalized word; `None` if no rule applies.
fn singular(word: &str) -> Option<String> {
    // All rules apply to words with one of these last letters.
    if !word.ends_with(['s', 'a', 'e', 'i']) {
        return None;
    }
    by_table(word, ENDINGS)
        .or_else(|| by_letter(word, "ies", |letter| !"aeiouy".contains(letter), "y"))
        .or_else(|| by_ending(word, "quies", 3, "y"))
        .or_else(|| by_table(word, MORE_ENDINGS))
        .or_else(|| by_letter(word, "ves", |letter| letter != 'f', "fe"))
        .or_else(|| by_table(word, LAST_ENDINGS))
}

fn by_table(word: &str, table: &[(&str, usize, &str)]) -> Option<String> {
    table
        .iter()
        .find_map(|(ending, cut, instead)| by_ending(word, ending, *cut, instead))
}

fn by_ending(word: &str, ending: &str, cut: usize, instead: &str) -> Option<String> {
    let (kept, _) = word
        .ends_with(ending)
        .then(|| word.split_at_checked(word.len().saturating_sub(cut)))??;
    Some(format!("{}{instead}", last_run(kept)))
}

/// Replaces an ending if the letter before it satisfies a condition.
fn by_letter(
    word: &str,
    ending: &str,
    is_before: impl Fn(char) -> bool,
    instead: &str,
) -> Option<String> {
    let mut kept = word.strip_suffix(ending)?.chars();
    let letter = kept.next_back().filter(|letter| is_before(*letter))?;
    Some(format!("{}{letter}{instead}", last_run(kept.as_str())))
}

/// Returns the word characters at the end of a text, which cruet keeps. Few letters and digits are none, such as `²`.
fn last_run(text: &str) -> &str {
    text.rsplit(|letter| !try_is_word_character(letter).unwrap_or(true))
        .next()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use cruet::case;

    use super::*;

    #[test]
    fn it_matches_cruet() {
        let class = |text: &str| singular_of_pascal(&case::to_pascal_case(text));
        let endings = ENDINGS
            .iter()
            .chain(MORE_ENDINGS)
            .chain(LAST_ENDINGS)
            .map(|(ending, ..)| *ending);
        let others = [
            "ies", "uies", "quies", "yies", "ves", "fves", "oxen", "axes", "a", "n", "", "5s",
            "ses", "zes", "e",
        ];
        let starts = [
            "", "a", "B", "Ab", "fooBar", "SubnetId", "x-", "x_y", "!", "É", "9", "The", "t", "Qu",
            "gQ", "IDs",
        ];
        for ending in endings.chain(others) {
            for start in starts {
                for cut in 0..=2 {
                    let Some(ending) = ending.get(cut..) else {
                        continue;
                    };
                    for text in [
                        format!("{start}{ending}"),
                        format!("{start}{}", ending.to_uppercase()),
                    ] {
                        assert_eq!(class(&text), case::to_class_case(&text), "{text}");
                    }
                }
            }
        }
        for key in [
            "Tags",
            "SuppressedRules",
            "Policies",
            "Addresses",
            "data",
            "Boxes",
            "Ref",
            "Fn::GetAtt",
            "a.b",
            "ß",
        ] {
            assert_eq!(class(key), case::to_class_case(key), "{key}");
        }
    }
}
