//! Patterns, against answers of Python's `regex` in tests/pattern/cases.jsonl, recorded by
//! `scripts/record_patterns.py`.

use cfn_warden_schema::pattern::{BUDGET, Outcome, Pattern, PatternCache, PatternError};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pattern/cases.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Match => '1',
        Outcome::NoMatch => '0',
        Outcome::OutOfBudget => '?',
    }
}

#[test]
fn patterns_match_what_the_reference_matches() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in cases() {
        let text = case["p"].as_str().unwrap();
        let Some(answers) = case["e"].as_str() else {
            continue;
        };
        let pattern = Pattern::compile(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let mut expected = answers.chars();
        for subject in case["s"].as_array().unwrap() {
            let subject = subject.as_str().unwrap();
            let ways = [Pattern::search, Pattern::matches, Pattern::matches_whole];
            for (way, name) in ways.into_iter().zip(["search", "match", "fullmatch"]) {
                compared += 1;
                let (ours, theirs) = (
                    letter(way(&pattern, subject, BUDGET)),
                    expected.next().unwrap(),
                );
                if ours != theirs {
                    wrong.push(format!(
                        "{name}({text:?}, {subject:?}) is {ours}, not {theirs}"
                    ));
                }
            }
        }
    }
    assert!(compared > 9000, "only {compared} cases were read");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_search_finds_what_matches_at_some_place() {
    // They look at what is before a place.
    const LOOK_BACK: &[&str] = &[
        "^", "\\b", "\\B", "\\A", "\\G", "\\m", "\\M", "(?<", "(?b", "(?r", "(?e",
    ];
    let alternatives = [
        "a|b",
        "(x|yz)c",
        "(?:a*|b)c",
        "(Ab|cd|)e",
        "[b-d]|é",
        "(?i)a|k",
        "a+?|b",
        "(a|(b|(c|d)))",
        "b|.",
        "x?y|z",
    ];
    let texts = [
        "", "a", "zzb", "xyzc", "aac", "cde", "ée", "K", "\u{212a}", "dcba", "\n", "yx", "äöü",
        "___é",
    ];
    let mut compared = 0;
    let mut compare = |text: &str, subjects: &[&str]| {
        let Ok(pattern) = Pattern::compile(text) else {
            return;
        };
        for subject in subjects {
            let places = subject
                .char_indices()
                .map(|(place, _)| place)
                .chain([subject.len()]);
            let matches = places
                .into_iter()
                .any(|place| pattern.matches(&subject[place..], BUDGET) == Outcome::Match);
            assert_eq!(
                pattern.search(subject, BUDGET) == Outcome::Match,
                matches,
                "{text:?} in {subject:?}"
            );
            compared += 1;
        }
    };
    alternatives.iter().for_each(|text| compare(text, &texts));
    for case in cases() {
        let text = case["p"].as_str().unwrap();
        let subjects: Vec<_> = case["s"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !LOOK_BACK.iter().any(|one| text.contains(one)) {
            compare(text, &subjects);
            compare(&format!("{text}|__"), &texts);
        }
    }
    assert!(compared > 4000, "only {compared} were compared");
}

#[test]
fn patterns_are_refused_in_the_words_of_the_reference() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in cases() {
        let Some(error) = case["err"].as_str() else {
            continue;
        };
        compared += 1;
        let text = case["p"].as_str().unwrap();
        let ours = Pattern::compile(text)
            .map(|_| ())
            .map_err(|error| error.to_string());
        if ours != Err(error.to_owned()) {
            wrong.push(format!("{text:?} is {ours:?}, not {error:?}"));
        }
    }
    assert!(compared > 100, "only {compared} cases were read");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_is_not_built_is_told_from_what_is_refused() {
    for text in [
        "(?R)",
        "(a)(?1)",
        "(?:foo){e<=1}",
        r"\X",
        r"\K",
        "(?V1)[a--b]",
        r"\p{Greek}",
        r"\N{DIGIT ONE}",
        "a(?a)b",
    ] {
        assert_eq!(
            Pattern::compile(text).err(),
            Some(PatternError::Unsupported),
            "{text}"
        );
    }
}

#[test]
fn nesting_is_bounded() {
    for open in ["(", "(?:", "(?=", "(?|", "(?>", "(?i:", "(?(1)", "(?(?=a)"] {
        let text = open.repeat(100_000) + &")".repeat(100_000);
        assert_eq!(
            Pattern::compile(&text).err(),
            Some(PatternError::Unsupported),
            "{open}"
        );
    }
    let groups = |count| Pattern::compile(&("(".repeat(count) + "a" + &")".repeat(count)));
    assert_eq!(groups(200).unwrap().search("b", BUDGET), Outcome::NoMatch);
    assert_eq!(groups(201).err(), Some(PatternError::Unsupported));
    assert!(Pattern::compile(&"a?".repeat(100_000)).is_ok());
    assert!(Pattern::compile(&"a|".repeat(100_000)).is_ok());
}

#[test]
fn no_pattern_takes_longer_than_its_budget() {
    let text = "a".repeat(2000) + "!";
    // Failed positions are remembered, so these patterns terminate quickly,
    for pattern in [
        "^(a+)+$",
        "^(a|aa)+$",
        "^(a*)*$",
        "^(a|a?)+$",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(?=(a+)+$)b",
    ] {
        assert_eq!(
            Pattern::compile(pattern)
                .unwrap()
                .search(&text[1900..], BUDGET),
            Outcome::NoMatch,
            "{pattern}"
        );
    }
    // unless the answer depends on the text that a group matched.
    let pattern = Pattern::compile(r"^(a+)+\1$").unwrap();
    assert_eq!(pattern.search(&text, 10_000), Outcome::OutOfBudget);
    assert_eq!(
        Pattern::compile("^a*$").unwrap().search(&text, 1000),
        Outcome::OutOfBudget
    );
}

#[test]
fn a_match_is_found_from_a_place_on() {
    let pattern = Pattern::compile(r"\$\{[^!].*?\}").unwrap();
    let text = "é${A}-${B.C}";
    assert_eq!(pattern.find(text, 0, BUDGET), Ok(Some(2..6)));
    assert_eq!(pattern.find(text, 6, BUDGET), Ok(Some(7..13)));
    assert_eq!(pattern.find(text, 13, BUDGET), Ok(None));
}

#[test]
fn a_cache_compiles_once_and_keeps_refusals() {
    let cache = PatternCache::new();
    let (one, two) = (cache.get("^a+$").unwrap(), cache.get("^a+$").unwrap());
    assert!(std::sync::Arc::ptr_eq(&one, &two));
    assert_eq!(cache.get("(").err(), cache.get("(").err());
    assert_eq!(
        cache.get("(").unwrap_err().to_string(),
        "missing ) at position 1"
    );
}
