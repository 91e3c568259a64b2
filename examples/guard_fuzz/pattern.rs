//! Generates regular expressions from a string's characters and from the constructs of the dialect.

use crate::random::Random;

const PIECES: &[&str] = &[
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    ".",
    "[a-z]",
    "[^a-z]",
    "[A-Za-z0-9_.-]",
    r"[\w:]",
    r"[^\d]",
    r"\p{L}",
    r"\p{Lu}",
    "[[:alpha:]]",
    "[[:^digit:]]",
    "(?:a|b)",
    "(a|ab)",
    "(?i:A)",
    "é",
    "k",
    r"\-",
    r"\:",
    r"\x41",
    r"\b",
    r"\B",
    "^",
    "$",
    "(?=.)",
    "(?<=a)",
    "(?<!b)",
    "[é-ü]",
    "[a-c&&[^b]]",
    r"\n",
    r"\t",
    "(?s:.)",
    "(?m:^)",
    r"\A",
    r"\z",
    "(?>a+)",
    "[]a]",
    r"[\]a-]",
    "~",
];
const COUNTS: &[&str] = &[
    "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}", "{0}", "{,2}",
];

/// Generates a regular expression that may match a string.
pub fn regex(random: &mut Random, text: &str) -> String {
    let text: String = text.chars().take(12).collect();
    let escaped: String = text.chars().map(escape).collect();
    let half: String = text
        .chars()
        .take(text.chars().count() / 2)
        .map(escape)
        .collect();
    let pattern = match random.below(20) {
        0 => format!("^{escaped}$"),
        1 => format!("^{half}"),
        2 => format!("(?i){}", escaped.to_uppercase()),
        3 => format!("(?={half}).*"),
        4 => format!("^(?!{half})"),
        5 => "^[a-zA-Z]+$".to_owned(),
        6 => r"\d+".to_owned(),
        7 => r"(.)\1".to_owned(),
        8 => ".*".to_owned(),
        9 => format!("{escaped}|zzz"),
        10 => r"^\w{1,3}$".to_owned(),
        11 => format!("(?<n>{half}).?"),
        12 => format!("^({half}|b)+.*?$"),
        13 => format!("(?i)^{}", half.to_lowercase()),
        14..=18 => made(random, &half),
        _ => escaped,
    };
    if pattern.is_empty() {
        "/.*/".to_owned()
    } else {
        format!("/{pattern}/")
    }
}

/// Generates a sequence of constructs of the dialect.
fn made(random: &mut Random, half: &str) -> String {
    let mut pattern = String::new();
    if random.chance(20) {
        pattern.push_str(random.word(&["(?i)", "(?s)", "(?m)", "(?x)", "(?U)", "(?-u)"]));
    }
    for _ in 0..1 + random.below(4) {
        let piece = if random.chance(15) {
            half
        } else {
            random.word(PIECES)
        };
        pattern.push_str(piece);
        // Assertions cannot be repeated.
        let repeats = !piece.is_empty()
            && !["^", "$", r"\b", r"\B", r"\A", r"\z"].contains(&piece)
            && !piece.starts_with("(?");
        pattern.push_str(if repeats { random.word(COUNTS) } else { "" });
        if random.chance(8) {
            pattern.push('|');
        }
    }
    pattern.replace('/', "\\/").replace("\\\\/", "\\/")
}

fn escape(letter: char) -> String {
    match letter {
        '/' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$'
        | '\\' => {
            format!("\\{letter}")
        }
        other => other.to_string(),
    }
}
