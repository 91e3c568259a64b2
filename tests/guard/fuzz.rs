//! Pairs of made-up rules and data, with cfn-guard 3.2.1's answers: `make guard-fuzz` makes more of them.
//!
//! A line of `guard/fuzz/*.jsonl` is a group: `data`, texts, and `rules`, each a text and its answer for each of the data:
//! the [`digest`](answer::digest) of its report, `error`, `unparsed`, or null where the reference panics or was not asked.

#[path = "answer.rs"]
mod answer;

use bumpalo::Bump;
use cfn_warden::guard::report::FileReport;
use cfn_warden::guard::{self, Doc, Options, Profile, Rules};
use cfn_warden::syntax;
use serde_json::Value;

use crate::recorded;

#[test]
fn recorded_pairs_get_the_answers_of_the_reference() {
    let (mut compared, mut crashed) = (0, 0);
    for path in recorded::files("tests/guard/fuzz", "jsonl") {
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let group: Value = serde_json::from_str(line).unwrap();
            for (name, rules, wanted, data) in pairs(&group) {
                let ours = answer(&name, rules, data);
                match wanted.as_str() {
                    Some(wanted) => {
                        assert_eq!(ours, wanted, "{}\n--- rules\n{rules}\n--- data\n{data}", path.display());
                        compared += 1;
                    }
                    None => crashed += 1,
                }
            }
        }
    }
    assert!(compared > 2500 && crashed > 10, "{compared}, {crashed}");
}

/// The rules file's name, its rules, the answer, the data.
fn pairs(group: &Value) -> impl Iterator<Item = (String, &str, &Value, &str)> {
    let data = group["data"].as_array().unwrap();
    group["rules"].as_array().unwrap().iter().enumerate().flat_map(move |(at, row)| {
        let answers = row[1].as_array().unwrap();
        assert_eq!(answers.len(), data.len());
        let rules = row[0].as_str().unwrap();
        answers
            .iter()
            .zip(data)
            .map(move |(answer, data)| (format!("r{at:03}.guard"), rules, answer, data.as_str().unwrap()))
    })
}

fn answer(name: &str, rules: &str, data: &str) -> String {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, data, "data.yaml").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let Ok(rules) = Rules::parse(name, rules) else { return "unparsed".to_owned() };
    let options = Options { now: 1_700_000_000, ..Options::default() };
    let Ok(outcome) = guard::evaluate(&rules, &doc, &options) else { return "error".to_owned() };
    let mut report = FileReport::new("data.yaml");
    report.add(&outcome);
    answer::digest(&serde_json::to_string_pretty(&report).unwrap())
}
