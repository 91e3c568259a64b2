//! Tests of formats against recorded results: `scripts/record_formats.py` writes tests/formats/cases.jsonl.

use std::collections::BTreeMap;

use cfn_warden_lint::rule::Check;
use cfn_warden_schema::format::Answer;
use cfn_warden_schema::formats::ALL;
use cfn_warden_schema::pattern::{BUDGET, Outcome, Pattern};
use serde_json::Value;

/// A format: its rule, its pattern if any, and its verdict on a text.
type Format = (
    &'static str,
    Option<&'static str>,
    Box<dyn Fn(&str) -> Answer>,
);

fn lines() -> Vec<Value> {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/formats/cases.jsonl"
    ))
    .unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the formats of JSON Schema and those of rules.
fn formats() -> BTreeMap<&'static str, Format> {
    let mut found: BTreeMap<&'static str, Format> = BTreeMap::new();
    for format in ALL {
        found.insert(format.name, ("E1103", None, Box::new(format.check)));
    }
    for rule in cfn_warden_rules::bundled().registry().rules() {
        for check in rule.checks.iter() {
            let Check::Format(format) = check else {
                continue;
            };
            let pattern = Pattern::compile(format.pattern).unwrap();
            let is =
                move |text: &str| Answer::from(pattern.matches(text, BUDGET) == Outcome::Match);
            found.insert(
                format.name,
                (rule.id.as_str(), Some(format.pattern), Box::new(is)),
            );
        }
    }
    found
}

#[test]
fn the_formats_are_those_of_cfn_lint() {
    let mut theirs: Vec<_> = lines()
        .iter()
        .map(|line| line["format"].as_str().unwrap().to_owned())
        .collect();
    theirs.sort();
    assert_eq!(formats().into_keys().collect::<Vec<_>>(), theirs);
}

#[test]
fn formats_match_the_recorded_results() {
    let formats = formats();
    let mut wrong = Vec::new();
    for line in lines() {
        let name = line["format"].as_str().unwrap();
        let (rule, pattern, is) = &formats[name];
        assert_eq!(*rule, line["rule"], "{name}");
        assert_eq!(*pattern, line["pattern"].as_str(), "{name}");
        let cases = line["cases"].as_array().unwrap();
        assert!(
            cases.iter().any(|case| case[1] == true) && cases.iter().any(|case| case[1] != true),
            "{name}"
        );
        for case in cases {
            let text = case[0].as_str().unwrap();
            let theirs = match &case[1] {
                Value::Bool(is) => Answer::from(*is),
                raised => Answer::Raised(raised.as_str().unwrap().to_owned()),
            };
            let ours = is(text);
            if ours != theirs {
                wrong.push(format!("{name}: {text:?} is {ours:?}, not {theirs:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
