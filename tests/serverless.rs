//! SAM templates against the answers of SAM's translator.
//!
//! SAM accepts the templates of `tests/serverless/accepted`: they must not have errors. It refuses those of
//! `tests/serverless/refused`; their findings are in `NAME.ours`. Every template is checked with the SAM transform, whether
//! or not it declares it.
//!
//! `SAM_CORPUS=FOLDER cargo test -p cfn-warden-rules --test rules-area sam_answers -- --nocapture` prints how another folder
//! compares: templates in `input`, refused ones begin with `error_` and have the answer in `output`. Findings on retired
//! runtimes are not counted. `SAM_FILTER=TEXT` selects files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bumpalo::Bump;
use cfn_warden_lint::{Input, Settings, lint, unreadable};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::{Finding, Severity};
use serde_json::Value;

use crate::recorded;

const TRANSFORM: &str = "AWS::Serverless-2016-10-31";
/// Rules about retired runtimes.
const RETIRED: [&str; 2] = ["E2531", "E2533"];
/// 2026-11-21.
const TODAY: i64 = 1_795_219_200;

#[test]
fn sam_answers_serverless() {
    if let Some(corpus) = std::env::var_os("SAM_CORPUS").map(PathBuf::from) {
        return compare(&corpus);
    }
    let folder = recorded::root().join("tests/serverless");
    let accepted: Vec<String> = templates(&folder.join("accepted"))
        .iter()
        .flat_map(|path| {
            errors(path)
                .into_iter()
                .map(|error| format!("{}: {error}", path.display()))
        })
        .collect();
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
    for path in templates(&folder.join("refused")) {
        let found = errors(&path);
        assert!(!found.is_empty(), "{} is not refused", path.display());
        recorded::compare(
            &path.with_extension("ours"),
            &found
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        );
    }
}

/// Prints the differences and their number.
#[allow(clippy::print_stdout, reason = "a developer reads the comparison")]
fn compare(corpus: &Path) {
    let filter = std::env::var("SAM_FILTER").unwrap_or_default();
    let (mut rules, mut counts): (BTreeMap<String, usize>, BTreeMap<&str, usize>) =
        Default::default();
    for path in templates(&corpus.join("input")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.contains(&filter) {
            continue;
        }
        let is_refused = name.starts_with("error_");
        let mut found = errors(&path);
        found.retain(|line| !RETIRED.iter().any(|rule| line.contains(rule)));
        let verdict = match (is_refused, found.is_empty()) {
            (false, true) => "accepted",
            (false, false) => "accepted, with errors",
            (true, true) => "refused, without errors",
            (true, false) => "refused",
        };
        *counts.entry(verdict).or_default() += 1;
        if !is_refused {
            found.iter().for_each(|line| {
                *rules
                    .entry(line.split(' ').nth(1).unwrap().to_owned())
                    .or_default() += 1
            });
        }
        if is_refused || !found.is_empty() {
            println!("{verdict}: {name}\n  SAM: {}", answer(corpus, name));
            found.iter().for_each(|line| println!("  {line}"));
        }
    }
    println!("errors on accepted templates by rule: {rules:?}\n{counts:?}");
}

fn templates(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.retain(|path| {
        path.extension()
            .is_some_and(|end| end == "yaml" || end == "json" || end == "yml")
    });
    found.sort();
    found
}

/// Returns the message of SAM.
fn answer(corpus: &Path, name: &str) -> String {
    let path = corpus.join("output").join(name).with_extension("json");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let parsed: Value = serde_json::from_str(&text).unwrap_or_default();
    parsed["errorMessage"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Returns the errors of `check`'s linter, one in each line.
fn errors(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = with_transform(&std::fs::read_to_string(path).unwrap());
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, name);
    let input = Input {
        name,
        text: &text,
        now: TODAY,
        ..Input::default()
    };
    let settings = Settings {
        deployment_rules: true,
        ..crate::support::settings()
    };
    let found = match &parsed.tree {
        Some(tree) if parsed.errors.is_empty() => lint(&arena, tree, &input, &settings).findings,
        _ => unreadable(&parsed.errors, &input, &settings),
    };
    let line = |finding: &Finding| {
        let (at, path) = (finding.span.start, finding.path.clone().unwrap_or_default());
        format!(
            "{}:{} {} {path}: {}",
            at.line, at.column, finding.rule.id, finding.message
        )
    };
    found
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(line)
        .collect()
}

/// Returns a template with the transform declared. Positions of other lines do not change.
fn with_transform(text: &str) -> String {
    if text.contains(TRANSFORM) {
        return text.to_owned();
    }
    match text.split_once('{') {
        Some((before, rest)) if before.trim().is_empty() => {
            format!("{before}{{\"Transform\": \"{TRANSFORM}\",{rest}")
        }
        _ => format!("{}\nTransform: {TRANSFORM}\n", text.trim_end_matches('\n')),
    }
}
