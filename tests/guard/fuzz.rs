//! Generated pairs of rules and data, with the recorded results of cfn-guard 3.2.1. `make guard-fuzz` generates more.
//!
//! A line of `guard/fuzz/*.jsonl` is a group with a list `data` of texts and a list `rules`. Each of the rules has a
//! text and, for each of the data, a result: the [`digest`](answer::digest) of the report, `error`, `unparsed`, or null
//! if cfn-guard panicked or was not run.

#[path = "answer.rs"]
mod answer;

use bumpalo::Bump;
use cfn_warden_guard::report::FileReport;
use cfn_warden_guard::{self as guard, Doc, Options, Profile, Rules};
use cfn_warden_syntax as syntax;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use super::harness;
use crate::recorded;
use crate::support::damage::{Places, damaged};

#[test]
fn recorded_pairs_have_the_results_of_cfn_guard() {
    let (mut compared, mut crashed) = (0, 0);
    for path in recorded::files("tests/guard/fuzz", "jsonl") {
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let group: Value = serde_json::from_str(line).unwrap();
            for (rules, data, expected, ours) in answers(&group) {
                match expected {
                    Value::Null => crashed += 1,
                    expected => {
                        assert_eq!(
                            *expected,
                            ours,
                            "{}\n--- rules\n{rules}\n--- data\n{data}",
                            path.display()
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 2500 && crashed > 10, "{compared}, {crashed}");
}

/// Returns rules, data, the expected result and the actual result. Each document is reused for all rules, as in a run.
fn answers(group: &Value) -> Vec<(&str, &str, &Value, String)> {
    let texts: Vec<&str> = group["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect();
    let arenas: Vec<Bump> = texts.iter().map(|_| Bump::new()).collect();
    let mut documents = Vec::new();
    for (arena, text) in arenas.iter().zip(&texts) {
        let tree = syntax::parse(arena, text, "data.yaml").tree.unwrap();
        documents.push(Doc::new(arena, &[&tree], Profile::Cli).unwrap());
    }
    let mut found = Vec::new();
    for (at, row) in group["rules"].as_array().unwrap().iter().enumerate() {
        let (text, expected) = (row[0].as_str().unwrap(), row[1].as_array().unwrap());
        assert_eq!(expected.len(), texts.len());
        let rules = Rules::parse(&format!("r{at:03}.guard"), text).ok();
        for ((document, data), expected) in documents.iter().zip(&texts).zip(expected) {
            found.push((text, *data, expected, answer(rules.as_ref(), document)));
        }
    }
    found
}

fn answer(rules: Option<&Rules>, document: &Doc<'_>) -> String {
    let Some(rules) = rules else {
        return "unparsed".to_owned();
    };
    let options = Options {
        now: 1_700_000_000,
        ..Options::default()
    };
    let Ok(outcome) = guard::evaluate(rules, document, &options) else {
        return "error".to_owned();
    };
    let mut report = FileReport::new("data.yaml");
    report.add(&outcome);
    answer::digest(&report.to_pretty_json())
}

/// Returns the rules and the data of the recorded pairs.
fn texts() -> (Vec<String>, Vec<String>) {
    let (mut rules, mut data) = (Vec::new(), Vec::new());
    for path in recorded::files("tests/guard/fuzz", "jsonl") {
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let group: Value = serde_json::from_str(line).unwrap();
            let text = |text: &Value| text.as_str().unwrap().to_owned();
            data.extend(group["data"].as_array().unwrap().iter().map(text));
            rules.extend(
                group["rules"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|row| text(&row[0])),
            );
        }
    }
    (rules, data)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_damaged_pair_panics(
        at in any::<(Index, Index)>(),
        places in prop::collection::vec(any::<Places>(), 0..3),
        others in prop::collection::vec(any::<Places>(), 0..3),
    ) {
        thread_local!(static TEXTS: (Vec<String>, Vec<String>) = texts());
        let (rules, data) = TEXTS.with(|(rules, data)| {
            (damaged(&rules[at.0.index(rules.len())], &places), damaged(&data[at.1.index(data.len())], &others))
        });
        harness::check_rules(&rules);
        harness::check_pair(&rules, &data);
    }
}
