//! Inputs that mean harm, made here: each is answered, in bounded work, by the linter, by Guard and by the whole function.
//!
//! What is bounded is counted (steps, bytes), not timed. docs/limits.md has the limits; `tests/budget.rs` reaches each of
//! the linter's.

mod documents;
mod evaluations;
mod fetched;
mod rules;

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, Linting, Request, Status};
use cfn_warden::lambda::{self, Function};
use cfn_warden_lint as lint;
use cfn_warden_schema::Limits;
use cfn_warden_syntax as syntax;
use serde_json::{Value, json};

use self::documents::{Document, Outcome};
use self::rules::{Rules, Verdict};

/// What the arena of a template may come to: the document, what the linter derives, and the room that an arena keeps.
const MOST_BYTES: usize = 768 << 20;

/// The linter alone, with what it took.
fn linted(document: &Document) -> Outcome {
    let Ok(text) = syntax::decode(&document.content) else {
        return Outcome::Unreadable;
    };
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, document.name);
    let Some(tree) = parsed.tree.as_ref().filter(|_| parsed.errors.is_empty()) else {
        return Outcome::Unreadable;
    };
    let input = lint::Input {
        name: document.name,
        text: &text,
        ..lint::Input::default()
    };
    let linted = lint::lint(&arena, tree, &input, &crate::support::settings());
    // What gives up does so a little later: the last thing it began is counted whole.
    let most = Limits::default().steps + 2_000_000;
    assert!(
        linted.steps <= most,
        "{}: {} steps",
        document.name,
        linted.steps
    );
    assert!(
        arena.allocated_bytes() <= MOST_BYTES,
        "{}: {} bytes",
        document.name,
        arena.allocated_bytes()
    );
    let said: usize = linted
        .findings
        .iter()
        .map(|finding| finding.message.len())
        .sum();
    assert!(
        said <= 2 * Limits::default().text,
        "{}: {said} bytes of messages",
        document.name
    );
    if linted.not_checked.is_some() {
        Outcome::NotChecked
    } else {
        Outcome::Checked
    }
}

/// Runs it with the stack that the function and the commands give to what they run. A test's own is smaller, and what is
/// not optimised takes more of it.
pub fn with_its_stack(run: fn()) {
    const STACK: usize = 8 << 20;
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(run)
        .unwrap();
    thread.join().unwrap();
}

#[test]
fn the_linter_answers_every_document() {
    with_its_stack(lint_every_document);
}

fn lint_every_document() {
    let outcomes: Vec<_> = documents::all()
        .iter()
        .map(|document| (document.name, document.outcome, linted(document)))
        .collect();
    // The linter reports loops that it cannot expand, and what an empty document lacks.
    let is_as_expected = |expected: Outcome, found: Outcome| match expected {
        Outcome::Empty | Outcome::NotExpanded => found == Outcome::Checked,
        expected => found == expected,
    };
    let other: Vec<_> = outcomes
        .iter()
        .filter(|(_, expected, found)| !is_as_expected(*expected, *found))
        .collect();
    assert!(other.is_empty(), "name, expected, found: {other:#?}");
}

#[test]
fn guard_answers_every_document() {
    with_its_stack(evaluate_every_document);
}

fn evaluate_every_document() {
    let rules =
        "rule named when Resources exists { Resources.*.Type exists }\nrule any { this exists }";
    for document in documents::all() {
        let request = Request {
            documents: vec![engine::Input {
                name: document.name,
                content: &document.content,
            }],
            rules: vec![engine::Input {
                name: "rules",
                content: rules.as_bytes(),
            }],
            lint: Linting::Off,
            ..crate::support::request()
        };
        let run = engine::check(&request, &Cache::default());
        let evaluated = run.rules.passed + run.rules.failed + run.rules.skipped;
        let incomplete: Vec<_> = run.incomplete.iter().map(|fault| &fault.message).collect();
        match document.outcome {
            Outcome::Unreadable => assert_eq!(run.status(), Status::Error, "{}", document.name),
            Outcome::NotExpanded => {
                assert_eq!(
                    (evaluated, incomplete.len()),
                    (2, 1),
                    "{}: {incomplete:?}",
                    document.name
                )
            }
            Outcome::Empty => assert_eq!(
                (evaluated, incomplete.len()),
                (0, 1),
                "{}: {incomplete:?}",
                document.name
            ),
            _ => assert_eq!(
                (evaluated, incomplete.len()),
                (2, 0),
                "{}: {incomplete:?}",
                document.name
            ),
        }
    }
}

#[test]
fn the_function_answers_every_document() {
    with_its_stack(ask_for_every_document);
}

fn ask_for_every_document() {
    let rules = "rule named when Resources exists { Resources.*.Type exists }";
    for document in documents::all() {
        // An event cannot contain text that is not UTF-8: the document is the whole event.
        let event = match std::str::from_utf8(&document.content) {
            Ok(text) => json!({"data": text, "rules": [rules], "lint": true})
                .to_string()
                .into_bytes(),
            Err(_) => document.content.clone(),
        };
        let answer: Value = serde_json::from_str(
            &lambda::handle(&event, &Function::new(cfn_warden_rules::bundled())).answer,
        )
        .unwrap();
        let status = answer["status"].as_str().unwrap_or_default();
        let is_whole = document.outcome == Outcome::Checked;
        assert_eq!(
            status != "ERROR",
            is_whole,
            "{}: {status} {}",
            document.name,
            answer["errors"]
        );
        assert!(
            is_whole || answer["compliant"] == json!(false),
            "{}",
            document.name
        );
        let internal = answer["errors"].to_string().contains("internal");
        assert!(!internal, "{}: {}", document.name, answer["errors"]);
    }
}

/// Returns the verdict of rules on their own document.
fn judged(rules: &Rules, lint: Linting) -> Verdict {
    let request = Request {
        documents: vec![engine::Input {
            name: "data",
            content: rules.data.as_bytes(),
        }],
        rules: vec![engine::Input {
            name: rules.name,
            content: &rules.content,
        }],
        lint,
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    if !run.incomplete.is_empty() {
        return Verdict::Refused;
    }
    match (run.rules.failed, run.rules.passed) {
        (0, 0) => Verdict::Skip,
        (0, _) => Verdict::Pass,
        _ => Verdict::Fail,
    }
}

#[test]
fn guard_answers_all_rules() {
    with_its_stack(evaluate_all_rules);
}

fn evaluate_all_rules() {
    let verdicts: Vec<_> = rules::all()
        .iter()
        .map(|rules| (rules.name, rules.verdict, judged(rules, Linting::Off)))
        .collect();
    let other: Vec<_> = verdicts
        .iter()
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert!(other.is_empty(), "name, expected, found: {other:#?}");
}

#[test]
fn the_function_answers_all_rules() {
    with_its_stack(ask_for_all_rules);
}

fn ask_for_all_rules() {
    for rules in rules::all() {
        let event = match std::str::from_utf8(&rules.content) {
            Ok(text) => {
                json!({"data": rules.data, "rules": [{"name": "r", "content": text}], "lint": false})
            }
            Err(_) => continue,
        };
        let handled = lambda::handle(
            event.to_string().as_bytes(),
            &Function::new(cfn_warden_rules::bundled()),
        );
        let answer: Value = serde_json::from_str(&handled.answer).unwrap();
        let expected = match rules.verdict {
            Verdict::Refused => "ERROR",
            Verdict::Fail => "FAIL",
            Verdict::Pass | Verdict::Skip => "PASS",
        };
        assert_eq!(
            answer["status"], expected,
            "{}: {}",
            rules.name, answer["errors"]
        );
    }
}
