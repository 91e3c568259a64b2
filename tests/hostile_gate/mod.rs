//! Events made to pass a gate that should stop them, and harmless ones that must pass it.
//!
//! The cases are in `rows/` (one file for each row of attacks) and in `harmless/`. `README.md` has their format.

mod case;
mod details;
mod event;

use std::collections::BTreeSet;

use cfn_warden::lambda;
use serde_json::Value;

use self::case::{Case, Expected, cases};
use self::event::{Door, Run};
use crate::hostile::with_its_stack;

/// The answer of a run, and whether it lets the operation pass.
struct Answer {
    text: String,
    json: Value,
    passes: bool,
}

fn answer(run: &Run) -> Answer {
    let text = lambda::handle(run.event.as_bytes(), &run.function).answer;
    let json: Value = serde_json::from_str(&text).unwrap();
    let is_direct = run.door.is_direct();
    let passes = if is_direct {
        json["compliant"] == true
    } else {
        json["hookStatus"] == "SUCCESS"
    };
    assert_eq!(
        is_direct,
        json["hookStatus"].is_null(),
        "{}: {text}",
        run.name
    );
    assert!(!text.contains("does not handle"), "{}: {text}", run.name);
    if !is_direct {
        let message = json["message"].as_str().unwrap();
        assert!(
            !message.is_empty() && message.len() <= 4_000,
            "{}: {message}",
            run.name
        );
        let annotations = json["annotations"].as_array().map_or(0, Vec::len);
        assert!(
            annotations <= 200,
            "{}: {annotations} annotations",
            run.name
        );
    }
    // A run that passes says so in every word of its answer.
    let status = json["status"].as_str().unwrap_or_default();
    assert!(
        !is_direct || passes == (status == "PASS"),
        "{}: {text}",
        run.name
    );
    Answer { text, json, passes }
}

/// What is wrong with the answer to a hostile run.
fn leak(case: &Case, run: &Run) -> Option<String> {
    let answer = answer(run);
    if answer.passes {
        return Some(format!("{} passes: {}", run.name, answer.text));
    }
    let missing = case
        .says
        .iter()
        .find(|word| !answer.text.contains(word.as_str()));
    missing.map(|word| format!("{} does not say `{word}`: {}", run.name, answer.text))
}

/// Whether an answer names a kind of part that was not seen, in each place where it should.
fn unnamed(kind: &str, run: &Run) -> Option<String> {
    let answer = answer(run);
    let named = if run.door.is_direct() {
        let parts = answer.json["coverage"]["not_seen"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        parts.iter().any(|part| part["kind"] == kind)
    } else {
        let annotations = answer.json["annotations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let annotated = annotations
            .iter()
            .any(|one| one["annotationName"] == format!("not_seen:{kind}"));
        let message = answer.json["message"].as_str().unwrap();
        // A message that is full of findings has no room for what was not seen.
        let is_failed = !answer.passes || message.ends_with("...");
        annotated && (is_failed || message.contains(&format!("{kind} (")))
    };
    (!named).then(|| format!("{} does not name {kind}: {}", run.name, answer.text))
}

/// Whether an answer lists a rule among those that applied to nothing.
fn unlisted(rule: &str, run: &Run) -> Option<String> {
    let answer = answer(run);
    let listed = if run.door.is_direct() {
        let rules = answer.json["coverage"]["rules"]["never_applied"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        rules.iter().any(|one| one == rule)
    } else {
        !answer.passes || answer.text.contains("did not apply")
    };
    (!listed).then(|| {
        format!(
            "{} does not list {rule} as never applied: {}",
            run.name, answer.text
        )
    })
}

fn problems(case: &Case) -> Vec<String> {
    let mut problems: Vec<String> = case
        .runs(case.strict())
        .iter()
        .filter_map(|run| leak(case, run))
        .collect();
    let ordinary = case.runs(Vec::new());
    if let Some(kind) = &case.kind {
        problems.extend(ordinary.iter().filter_map(|run| unnamed(kind, run)));
    }
    if let Some(rule) = &case.never_applied {
        problems.extend(ordinary.iter().filter_map(|run| unlisted(rule, run)));
    }
    problems
}

#[test]
fn no_hostile_event_passes() {
    with_its_stack(|| {
        let problems: Vec<String> = cases("rows")
            .iter()
            .filter(|case| case.known.is_none())
            .flat_map(problems)
            .collect();
        assert!(
            problems.is_empty(),
            "{} problems:\n{}",
            problems.len(),
            problems.join("\n")
        );
    });
}

#[test]
fn known_gaps_are_still_gaps() {
    with_its_stack(|| {
        for case in cases("rows").iter().filter(|case| case.known.is_some()) {
            assert!(
                !problems(case).is_empty(),
                "{} holds now: remove `known` from it",
                case.name
            );
        }
    });
}

#[test]
fn harmless_events_pass() {
    with_its_stack(|| {
        let stopped = |case: &Case| {
            let runs = case.runs(case.strict());
            let answers = runs.iter().map(|run| (run, answer(run)));
            let problem = |(run, answer): (&Run, Answer)| {
                let missing = case
                    .says
                    .iter()
                    .find(|word| !answer.text.contains(word.as_str()));
                let missing = missing
                    .map(|word| format!("{} does not say `{word}`: {}", run.name, answer.text));
                if answer.passes {
                    missing
                } else {
                    Some(format!("{} is stopped: {}", run.name, answer.text))
                }
            };
            answers.filter_map(problem).collect::<Vec<_>>()
        };
        let problems: Vec<String> = cases("harmless").iter().flat_map(stopped).collect();
        assert!(
            problems.is_empty(),
            "{} problems:\n{}",
            problems.len(),
            problems.join("\n")
        );
    });
}

#[test]
fn there_are_cases_for_every_row() {
    let (rows, harmless) = (cases("rows"), cases("harmless"));
    let names: BTreeSet<&str> = rows
        .iter()
        .chain(&harmless)
        .map(|case| case.name.as_str())
        .collect();
    assert_eq!(
        names.len(),
        rows.len() + harmless.len(),
        "two cases have one name"
    );
    assert!(rows.len() >= 120, "{} hostile cases", rows.len());
    assert!(harmless.len() >= 40, "{} harmless cases", harmless.len());
    for case in rows.iter().chain(&harmless) {
        assert!(!case.why.is_empty(), "{} has no reason", case.name);
        assert!(
            !case.runs(Vec::new()).is_empty(),
            "{} has no runs",
            case.name
        );
    }
    let hostile = rows
        .iter()
        .all(|case| matches!(case.expected, Expected::Stopped));
    assert!(
        hostile
            && harmless
                .iter()
                .all(|case| matches!(case.expected, Expected::Passes))
    );
    let doors: BTreeSet<Door> = rows
        .iter()
        .flat_map(|case| case.runs(Vec::new()))
        .map(|run| run.door)
        .collect();
    assert_eq!(doors.len(), Door::ALL.len(), "{doors:?}");
}
