//! Runs the commands of docs/adopting.md in a repository with 300 templates, a SAM project and a CDK app.
//!
//! The templates are fixtures of rules, or those of the folder `ADOPTING_TEMPLATES`. The CDK app is written by hand, or the
//! synthesised one in the folder `ADOPTING_CDK` (`make adopting` synthesises it).

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::cdk::assembly;
use crate::cli::run;
use crate::cli::tempdir::Folder;
use crate::support::files_below;

const PAGE: &str = include_str!("../docs/adopting.md");
const TEMPLATES: usize = 300;

/// A step of the page: a file to write, or a command with its exit code.
enum Step {
    Write(String, String),
    Run(String, i32),
}

/// Returns the steps of the page, in order. A block of a file has its name in the first line.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for (index, block) in PAGE.split("```").enumerate() {
        let Some((kind, text)) = block.split_once('\n').filter(|_| index % 2 == 1) else {
            continue;
        };
        if kind != "console" {
            let (name, _) = text.split_once('\n').unwrap();
            steps.push(Step::Write(
                name.strip_prefix("# ").unwrap().to_owned(),
                text.to_owned(),
            ));
            continue;
        }
        for line in text.lines() {
            let (command, code) = line
                .strip_prefix("$ ")
                .unwrap()
                .split_once("# exit code ")
                .unwrap();
            steps.push(Step::Run(command.trim().to_owned(), code.parse().unwrap()));
        }
    }
    steps
}

/// Copies templates that can be checked completely, each to a folder of its own: nested templates must not meet by chance.
fn copy_templates(here: &Folder, rules: &str) -> usize {
    let folder = std::env::var_os("ADOPTING_TEMPLATES")
        .map_or_else(|| PathBuf::from("tests/rules"), PathBuf::from);
    let is_template = |path: &PathBuf| {
        path.extension()
            .is_some_and(|e| ["yaml", "yml", "json"].iter().any(|known| e == *known))
    };
    let mut count = 0;
    for path in files_below(&folder).into_iter().filter(is_template) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let ended = run(
            &[
                "check",
                path.to_str().unwrap(),
                "--rules",
                rules,
                "--format",
                "json",
            ],
            "",
        );
        let result: Value = serde_json::from_str(&ended.out).unwrap();
        if result["errors"] != Value::Array(Vec::new()) || text.contains("cfn-warden: waive") {
            continue;
        }
        here.file(
            &format!(
                "templates/{count}/{}",
                path.file_name().unwrap().to_str().unwrap()
            ),
            &text,
        );
        count += 1;
        if count == TEMPLATES {
            break;
        }
    }
    count
}

fn copy_folder(from: &Path, to: &Path) {
    for path in files_below(from) {
        let target = to.join(path.strip_prefix(from).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&path, target).unwrap();
    }
}

#[test]
fn the_commands_of_the_page_adopt_a_repository() {
    // The name of the folder is that of the test: the assembly is in it already.
    let here = assembly("adopting", "app.js");
    here.file("app.js", "");
    if let Some(synthesised) = std::env::var_os("ADOPTING_CDK") {
        std::fs::remove_dir_all(here.path().join("cdk.out")).unwrap();
        copy_folder(Path::new(&synthesised), &here.path().join("cdk.out"));
    }
    let rules = here.file(
        "policy/buckets.guard",
        include_str!("../examples/buckets.guard"),
    );
    assert_eq!(copy_templates(&here, &rules), TEMPLATES);
    copy_folder(
        Path::new("tests/serverless/accepted"),
        &here.path().join("service"),
    );
    std::fs::create_dir_all(here.path().join("reports")).unwrap();
    std::fs::create_dir_all(here.path().join(".git")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_cfn-warden"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut codes = Vec::new();
    for step in steps() {
        let (command, code) = match step {
            Step::Write(name, text) => {
                here.file(&name, &text);
                continue;
            }
            Step::Run(command, code) => (command, code),
        };
        let mut shell = Command::new("bash");
        let output = shell
            .args(["-c", &command])
            .current_dir(here.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes)
                .lines()
                .rev()
                .take(40)
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(
            output.status.code(),
            Some(code),
            "{command}\n{}\n{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        codes.push(code);
    }
    // Red, baseline, green, a new mistake, a waiver, an expired waiver (found, and red), repaired; a module that is not installed,
    // accepted, green with it.
    assert_eq!(codes, [2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 2, 0, 0]);
    let report = std::fs::read_to_string(here.path().join("reports/cfn-warden.html")).unwrap();
    assert!(report.contains("Storage/Raw") || std::env::var_os("ADOPTING_CDK").is_some());
}
