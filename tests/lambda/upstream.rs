//! Answers contain what upstream tools report on the same events: cfn-lint's findings and cfn-guard's reports, recorded in
//! `upstream.jsonl` (`scripts/record_answers.py`).

use serde_json::{Value, json};

use crate::recorded;

fn recordings() -> Vec<Value> {
    let text =
        std::fs::read_to_string(recorded::root().join("tests/lambda/upstream.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns where an answer differs from what upstream tools report on the event; nothing for events that they cannot read.
pub fn differences(event: &str, answer: &Value) -> Vec<String> {
    let all = recordings();
    let Some(recorded) = all.iter().find(|recorded| recorded["event"] == event) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut compare = |what: &str, ours: Value, theirs: &Value| {
        if ours != *theirs {
            found.push(format!("{event}: {what} is {ours:#}\nnot {theirs:#}\n"));
        }
    };
    if let Some(theirs) = recorded.get("lint") {
        let theirs = theirs
            .as_array()
            .unwrap()
            .iter()
            .filter(|found| found.as_array().is_some_and(|all| !all.is_empty()));
        compare("lint", lint(answer), &theirs.cloned().collect());
    }
    for (at, theirs) in recorded["guard"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let mut ours = answer["guard"][at].clone();
        ours.as_object_mut().map(|report| report.remove("name"));
        compare("guard", ours, theirs);
    }
    found
}

/// Returns the findings of lint in the form of the recording, by document.
fn lint(answer: &Value) -> Value {
    let mut documents: Vec<(&Value, Vec<Value>)> = Vec::new();
    for finding in answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["engine"] == "lint")
    {
        let (start, end) = (&finding["location"]["start"], &finding["location"]["end"]);
        let found = json!([
            finding["rule"],
            start["line"],
            start["column"],
            end["line"],
            end["column"],
            finding["message"]
        ]);
        match documents
            .iter_mut()
            .find(|(file, _)| *file == &finding["file"])
        {
            Some((_, findings)) => findings.push(found),
            None => documents.push((&finding["file"], vec![found])),
        }
    }
    documents
        .into_iter()
        .map(|(_, findings)| findings)
        .collect()
}

#[test]
fn answers_that_differ_from_upstream_are_refused() {
    let recordings = recordings();
    let lint = recordings.iter().filter(|recorded| {
        recorded["lint"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    });
    let guard = recordings
        .iter()
        .filter(|recorded| recorded["guard"].is_array());
    assert!(lint.count() >= 5 && guard.count() >= 3);
    let event = std::fs::read(recorded::root().join("events/both-inline.json")).unwrap();
    let answer = super::answer(&super::with_upstream_words(&event));
    assert_eq!(differences("both-inline.json", &answer), [""; 0]);
    for (pointer, other) in [
        ("/findings/0/message", json!("another message")),
        ("/findings/0/location/end/column", json!(1)),
        ("/findings/0/rule", json!("E3031")),
        ("/findings/0/engine", json!("guard")),
        ("/guard/0/status", json!("PASS")),
        ("/guard/0/not_compliant", json!([])),
    ] {
        let mut changed = answer.clone();
        *changed.pointer_mut(pointer).unwrap() = other;
        assert_eq!(
            differences("both-inline.json", &changed).len(),
            1,
            "{pointer}"
        );
    }
}
