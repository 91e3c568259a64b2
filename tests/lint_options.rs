//! Tests of `lint` options: output, exit code and written files match cfn-lint's (`scripts/record_lint_options.py`).

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::recorded;

/// Runs a command line in a folder of `tests/lint_options` and returns the results in the form of the recording.
fn done(line: &str) -> Value {
    // The recorded answers are cfn-lint's.
    answer(
        Command::new(env!("CARGO_BIN_EXE_cfn-warden")).args(["lint", "--compat"]),
        line,
    )
}

/// Completes a command with a command line and returns the results.
pub fn answer(command: &mut Command, line: &str) -> Value {
    let (place, options) = line.split_once(':').unwrap();
    let root = recorded::root().join("tests/lint_options");
    let mut place = place.split_whitespace();
    let folder = root.join(place.next().unwrap());
    let home = root.join(place.next().unwrap_or("no-home"));
    let (options, stdin) = options.split_once('<').unwrap_or((options, ""));
    let stdin = match stdin.trim() {
        "" => Vec::new(),
        name => std::fs::read(folder.join(name)).unwrap(),
    };
    let before = names(&folder);
    let mut child = command
        .args(options.split_whitespace())
        .current_dir(&folder)
        .env("HOME", home)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("AWS_REGION")
        .env_remove("AWS_DEFAULT_REGION")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The process may end without reading its input.
    let _ = child.stdin.take().unwrap().write_all(&stdin);
    let ended = child.wait_with_output().unwrap();
    let mut written = serde_json::Map::new();
    for name in names(&folder).difference(&before) {
        let path = folder.join(name);
        written.insert(name.clone(), std::fs::read_to_string(&path).unwrap().into());
        std::fs::remove_file(path).unwrap();
    }
    let out = String::from_utf8(ended.stdout).unwrap();
    serde_json::json!({"line": line, "exit": ended.status.code(), "out": out, "written": written})
}

fn names(folder: &Path) -> BTreeSet<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn options_match_cfn_lints() {
    expect_recorded_answers(done);
}

/// Compares the answers to all recorded command lines with cfn-lint's.
pub fn expect_recorded_answers(answer: impl Fn(&str) -> Value) {
    let results: Vec<Value> =
        serde_json::from_str(include_str!("lint_options/results.json")).unwrap();
    assert!(results.len() > 60);
    let mut wrong = Vec::new();
    for mut recorded in results {
        let mut ours = answer(recorded["line"].as_str().unwrap());
        if recorded["out"].is_null() {
            ours["out"] = Value::Null;
        }
        // Usage errors have our own messages, as cfn-lint prints its help.
        if ours["exit"] == 1
            && recorded["exit"] == 1
            && recorded["out"].as_str().is_some_and(str::is_empty)
        {
            recorded["out"] = ours["out"].clone();
        }
        if ours != recorded {
            wrong.push(format!("{ours:#}\nnot {recorded:#}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
