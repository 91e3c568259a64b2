//! Patterns with `*` for any text and `?` for any character.

/// Returns whether a pattern matches a whole text.
///
/// Takes time proportional to the pattern and to the product of the text and the literal characters of the pattern,
/// however many `*` there are: after a `*`, the shortest text for it that lets the characters up to the next `*` match
/// is the best one, so that no earlier choice is tried again.
pub fn matches(pattern: &str, text: &str) -> bool {
    let is_any = |c: &char| *c == '*';
    // A pattern with more characters than the text cannot match it: most patterns end here, and others are short.
    let length = text.chars().count();
    if pattern
        .chars()
        .filter(|c| !is_any(c))
        .take(length.saturating_add(1))
        .count()
        > length
    {
        return false;
    }
    let (mut pattern, mut text) = (pattern.chars(), text.chars());
    // The pattern after the last `*`, and the text from the place where the text for this `*` ends.
    let mut last = None;
    loop {
        let mut next = pattern.clone();
        match next.next() {
            Some('*') => {
                last = Some((next.clone(), text.clone()));
                pattern = next;
                continue;
            }
            Some(expected) => {
                let mut after = text.clone();
                if after
                    .next()
                    .is_some_and(|c| expected == '?' || expected == c)
                {
                    (pattern, text) = (next, after);
                    continue;
                }
            }
            None if text.as_str().is_empty() => return true,
            None => {}
        }
        let Some((after_star, mut from)) = last.take() else {
            return false;
        };
        if from.next().is_none() {
            return false;
        }
        (pattern, text) = (after_star.clone(), from.clone());
        last = Some((after_star, from));
    }
}

/// Returns a pattern with each sequence of `*` as one, which matches the same texts.
pub fn collapsed(pattern: &str) -> String {
    let mut collapsed = String::with_capacity(pattern.len());
    for c in pattern.chars() {
        if c != '*' || !collapsed.ends_with('*') {
            collapsed.push(c);
        }
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches by trying every text for each `*`.
    fn tried(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|end| tried(rest, &text[end..])),
            Some((first, rest)) => text
                .split_first()
                .is_some_and(|(c, left)| (*first == b'?' || first == c) && tried(rest, left)),
        }
    }

    fn words(letters: &[u8], longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            last = last
                .iter()
                .flat_map(|word| letters.iter().map(move |c| format!("{word}{}", *c as char)))
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn short_patterns_match_what_trying_all_texts_finds() {
        let texts = words(b"ab", 5);
        for pattern in words(b"ab*?", 5) {
            for text in &texts {
                let expected = tried(pattern.as_bytes(), text.as_bytes());
                assert_eq!(matches(&pattern, text), expected, "{pattern} {text}");
                assert_eq!(
                    matches(&collapsed(&pattern), text),
                    expected,
                    "{pattern} {text}"
                );
            }
        }
    }

    #[test]
    fn characters_are_not_bytes() {
        assert!(matches("?é*", "aéb") && !matches("a?", "aéé") && matches("*é", "éé"));
    }

    #[test]
    fn many_asterisks_take_no_time() {
        let text = "a".repeat(60);
        for pattern in [
            "*".repeat(1_000_000) + "b",
            "*a".repeat(59) + "b",
            "a*".repeat(100_000),
        ] {
            assert!(!matches(&pattern, &text), "{:?}", pattern.get(..20));
        }
    }
}
