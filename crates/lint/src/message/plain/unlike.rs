//! Which characters keep a text from matching a pattern.

use super::shown::{code_value, either};
use cfn_warden_schema::pattern::{Outcome, Pattern};
use cfn_warden_syntax::Text;

/// The maximum number of bytes of a text or pattern that is examined.
const LONGEST: usize = 200;
/// The maximum number of steps of a match.
const STEPS: u32 = 2_000;
/// The maximum number of characters that are named.
const MOST: usize = 4;

/// Returns the characters of a text that a pattern never allows in texts of this length, in words: `a space or `_``;
/// `None` if the characters are not the reason, or if that is unknown.
pub fn characters(text: &str, pattern: &str) -> Option<Text> {
    if text.len() > LONGEST || pattern.len() > LONGEST {
        return None;
    }
    let pattern = Pattern::compile(pattern).ok()?;
    let is_match = |text: &str| pattern.search(text, STEPS) == Outcome::Match;
    let count = text.chars().count();
    let mut distinct: Vec<char> = Vec::new();
    text.chars().for_each(|c| {
        if !distinct.contains(&c) {
            distinct.push(c)
        }
    });
    // A character that may stand everywhere, to try the others next to it.
    let repeated = |c: char| c.to_string().repeat(count);
    let base = distinct
        .iter()
        .copied()
        .chain(['a', 'A', '0'])
        .find(|c| is_match(&repeated(*c)))?;
    let with = |c: char, from: usize, to: usize| -> String {
        (0..count)
            .map(|index| if (from..to).contains(&index) { c } else { base })
            .collect()
    };
    let (middle, last) = (count / 2, count.saturating_sub(1));
    let is_allowed = |c: char| {
        let places = [
            (0, count),
            (1, last),
            (middle, middle.saturating_add(1)),
            (0, 1),
            (last, count),
        ];
        places
            .into_iter()
            .any(|(from, to)| from < to && is_match(&with(c, from, to)))
    };
    let mut refused: Vec<Text> = Vec::new();
    for name in distinct.into_iter().filter(|c| !is_allowed(*c)).map(name) {
        if !refused.contains(&name) {
            refused.push(name);
        }
    }
    (1..=MOST)
        .contains(&refused.len())
        .then(|| either(&refused))
}

fn name(c: char) -> Text {
    match c {
        ' ' => "a space".into(),
        '\n' | '\r' => "a line break".into(),
        '\t' => "a tab".into(),
        '`' => "a backtick".into(),
        c if c.is_uppercase() => "uppercase letters".into(),
        c => code_value(&c.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_that_fit_nowhere_are_named() {
        assert_eq!(
            characters("my orders_1", "^[a-z][a-z0-9-]*$").as_deref(),
            Some("a space or `_`")
        );
        assert_eq!(
            characters("Shop/Orders", "^[a-z/]+$").as_deref(),
            Some("uppercase letters")
        );
        // A digit is allowed, but not here; the length is the reason; no character fits everywhere.
        assert_eq!(characters("1abc", "^[a-z][a-z0-9-]*$"), None);
        assert_eq!(characters("abcdef", "^[a-z]{1,3}$"), None);
        assert_eq!(
            characters("arn:aws:s3", "^arn:aws:iam::[0-9]{12}:role/.*$"),
            None
        );
        assert_eq!(characters("a--b", "^[a-z](?!.*--)[a-z-]*$"), None);
        assert_eq!(characters("", "^[a-z]+$"), None);
    }
}
