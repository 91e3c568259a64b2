//! Deprecation notices match those of cfn-guard 3.2.1, recorded in `recorded/notices.jsonl` (`scripts/record_notices.py`).

use bumpalo::Bump;
use cfn_warden_guard::{self as guard, Detail, Doc, Options, Profile, Rules};
use cfn_warden_syntax as syntax;
use serde_json::{Value, json};

use super::recorded_lines;

#[test]
fn notices_match_those_of_cfn_guard() {
    let lines = recorded_lines("notices.jsonl");
    let announced = lines
        .iter()
        .filter(|line| {
            line["notices"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        })
        .count();
    assert!(
        announced >= 30 && lines.len() > 2 * announced,
        "{announced} of {}",
        lines.len()
    );
    let mut wrong = Vec::new();
    for line in &lines {
        for detail in [Detail::Failures, Detail::Full] {
            let found = notices(
                line["rules"].as_str().unwrap(),
                &line["data"].to_string(),
                detail,
            );
            if found != line["notices"] {
                wrong.push(format!(
                    "{}  {found}\n  not {}\n",
                    line["rules"].as_str().unwrap(),
                    line["notices"]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

fn notices(rules: &str, data: &str, detail: Detail) -> Value {
    let (rules, arena) = (Rules::parse("rules.guard", rules).unwrap(), Bump::new());
    let tree = syntax::parse(&arena, data, "data.json").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let outcome = guard::evaluate(
        &rules,
        &doc,
        &Options {
            detail,
            ..Options::default()
        },
    )
    .unwrap();
    json!(outcome.notices())
}
